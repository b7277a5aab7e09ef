/** Bars of seven periods from ticks: ours, and plain objects as one would write them by hand. */
import { CandleAggregator } from '../../src/domain/candles.ts';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import type { Ticks } from './candle-ticks.ts';
import { type PlainBar, takePlain } from './plain-candles.ts';
import { READ_EVERY_MS } from './read-bars.ts';

/** time, open, high, low, close, volume of each bar, by product and period. */
export type Bars = readonly (readonly (readonly (readonly number[])[])[])[];

export type CandleRun = { run(): void; bars(): Bars };

export type CandleMaker = {
  readonly name: string;
  /** What a run needs and may use up: made before the clock starts. */
  prepare(ticks: Ticks): CandleRun;
};

const UNITS = 100_000_000;
/** What was read goes here, so that no compiler can leave it out. */
export const read = { sum: 0 };

/** One aggregator per product, tick by tick as they come; `isRead`: one product in its turn is read as often as the open chart is. */
const ourMaker = (name: string, isRead: boolean): CandleMaker => ({
  name,
  prepare(ticks) {
    let makers: CandleAggregator[] = [];
    return {
      run() {
        makers = Array.from({ length: ticks.products }, () => new CandleAggregator(undefined, SPECIFIED_PERIODS));
        takeAll(makers, ticks, isRead ? READ_EVERY_MS : Number.POSITIVE_INFINITY);
      },
      bars: () => makers.map((maker) => SPECIFIED_PERIODS.map(({ id }) => ourBars(maker, id))),
    };
  },
});
export const ours = ourMaker('ours', true);
/** As libraries are asked that keep nothing between two calls. */
export const oursAtEnd = ourMaker('ours, read at the end', false);

function takeAll(makers: readonly CandleAggregator[], { product, timeMs, price, quantity }: Ticks, readEveryMs: number): void {
  let readMs = (timeMs[0] ?? 0) + readEveryMs;
  for (let tick = 0; tick < timeMs.length; tick++) {
    const nowMs = timeMs[tick] as number;
    if (nowMs >= readMs) {
      readNewest(makers[product[tick] as number]);
      readMs = nowMs + readEveryMs;
    }
    makers[product[tick] as number]?.tick(nowMs, tick, price[tick] as number, (quantity[tick] as number) * UNITS);
  }
  for (const maker of makers) readNewest(maker);
}

/** The newest bar of every period of one product. */
function readNewest(maker: CandleAggregator | undefined): void {
  for (const { id } of SPECIFIED_PERIODS) read.sum += maker?.lastBar(id)?.close ?? 0;
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
  let readMs = (timeMs[0] ?? 0) + READ_EVERY_MS;
  for (let tick = 0; tick < timeMs.length; tick++) {
    const nowMs = timeMs[tick] as number;
    if (nowMs >= readMs) {
      readNewestPlain(all.get(symbols[product[tick] as number] as string));
      readMs = nowMs + READ_EVERY_MS;
    }
    const symbol = symbols[product[tick] as number] as string;
    let lists = all.get(symbol);
    if (!lists) {
      lists = SPECIFIED_PERIODS.map(() => []);
      all.set(symbol, lists);
    }
    takePlain(lists, nowMs, price[tick] as number, quantity[tick] as number);
  }
  for (const lists of all.values()) readNewestPlain(lists);
}

function readNewestPlain(lists: readonly PlainBar[][] | undefined): void {
  for (const list of lists ?? []) read.sum += list.at(-1)?.close ?? 0;
}
