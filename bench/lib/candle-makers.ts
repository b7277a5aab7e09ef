/** Bars of seven periods from ticks: ours, and plain objects as one would write them by hand. */
import { CandleAggregator } from '../../src/domain/candles.ts';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import type { Ticks } from './candle-ticks.ts';
import { type PlainBar, takePlain } from './plain-candles.ts';

/** time, open, high, low, close, volume of each bar, by product and period. */
export type Bars = readonly (readonly (readonly (readonly number[])[])[])[];

export type CandleRun = { run(): void; bars(): Bars };

export type CandleMaker = {
  readonly name: string;
  /** What a run needs and may use up: made before the clock starts. */
  prepare(ticks: Ticks): CandleRun;
};

const UNITS = 100_000_000;
const WEEK = SPECIFIED_PERIODS.length - 1;

/** One aggregator per product, tick by tick as they come. */
export const ours: CandleMaker = {
  name: 'ours',
  prepare(ticks) {
    let makers: CandleAggregator[] = [];
    return {
      run() {
        makers = Array.from({ length: ticks.products }, () => new CandleAggregator(undefined, SPECIFIED_PERIODS));
        takeAll(makers, ticks);
        // The longer periods are made when they are read.
        for (const maker of makers) maker.count(WEEK);
      },
      bars: () => makers.map((maker) => SPECIFIED_PERIODS.map(({ id }) => ourBars(maker, id))),
    };
  },
};

function takeAll(makers: readonly CandleAggregator[], { product, timeMs, price, quantity }: Ticks): void {
  for (let tick = 0; tick < timeMs.length; tick++)
    makers[product[tick] as number]?.tick(timeMs[tick] as number, tick, price[tick] as number, (quantity[tick] as number) * UNITS);
}

function ourBars(maker: CandleAggregator, period: number): number[][] {
  const { time, open, high, low, close, volume } = maker.columns(period);
  return Array.from(time, (timeMs, bar) => [timeMs, ...[open, high, low, close, volume].map((column) => column[bar] as number)]);
}

/** What one would write by hand: a Map by symbol, an array of objects per period, the last of which a tick changes. */
export const plainObjects: CandleMaker = {
  name: 'plain objects',
  prepare(ticks) {
    const symbols = Array.from({ length: ticks.products }, (_, product) => `SYM${product}`);
    let all = new Map<string, PlainBar[][]>();
    return {
      run() {
        all = new Map();
        takeAllPlain(all, symbols, ticks);
      },
      bars: () =>
        symbols.map((symbol) =>
          (all.get(symbol) ?? []).map((list) => list.map((bar) => [bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume])),
        ),
    };
  },
};

function takeAllPlain(all: Map<string, PlainBar[][]>, symbols: readonly string[], { product, timeMs, price, quantity }: Ticks): void {
  for (let tick = 0; tick < timeMs.length; tick++) {
    const symbol = symbols[product[tick] as number] as string;
    let lists = all.get(symbol);
    if (!lists) {
      lists = SPECIFIED_PERIODS.map(() => []);
      all.set(symbol, lists);
    }
    takePlain(lists, timeMs[tick] as number, price[tick] as number, quantity[tick] as number);
  }
}
