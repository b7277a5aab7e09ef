/** Ways to make bars of seven periods from the same ticks: ours, plain objects, and two libraries, each in the use that suits it best. */
import { batchTicksToCandle } from 'candlestick-convert';
import type { Exchange } from 'ccxt';
import { CandleAggregator } from '../../src/domain/candles.ts';
import { PERIOD_MS, PERIODS } from '../../src/domain/periods.ts';
import { listed, type Ticks } from './candle-ticks.ts';
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
const WEEK = PERIODS.length - 1;
/** Both libraries begin weeks on the first day of 1970, a Thursday; shifted times make them begin on Monday. */
const MONDAY_SHIFT_MS = 3 * 86_400_000;

/** One aggregator per product, tick by tick as they come. */
export const ours: CandleMaker = {
  name: 'ours',
  prepare(ticks) {
    let makers: CandleAggregator[] = [];
    return {
      run() {
        makers = Array.from({ length: ticks.products }, () => new CandleAggregator());
        takeAll(makers, ticks);
        // The longer periods are made when they are read.
        for (const maker of makers) maker.count(WEEK);
      },
      bars: () => makers.map((maker) => PERIODS.map((_, period) => ourBars(maker, period))),
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

/** What one would write by hand: an array of objects per product and period, the last of which a tick changes. */
export const plainObjects: CandleMaker = {
  name: 'plain objects',
  prepare(ticks) {
    let all: PlainBar[][][] = [];
    return {
      run() {
        all = Array.from({ length: ticks.products }, () => PERIODS.map(() => []));
        takeAllPlain(all, ticks);
      },
      bars: () =>
        all.map((lists) => lists.map((list) => list.map((bar) => [bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume]))),
    };
  },
};

function takeAllPlain(all: readonly PlainBar[][][], { product, timeMs, price, quantity }: Ticks): void {
  for (let tick = 0; tick < timeMs.length; tick++)
    takePlain(all[product[tick] as number] as PlainBar[][], timeMs[tick] as number, price[tick] as number, quantity[tick] as number);
}

/** The class by itself: the package's own entry loads every exchange there is. */
const { default: BaseExchange } = (await import(new URL('src/base/Exchange.js', import.meta.resolve('ccxt')).href)) as {
  default: new (config: object) => Exchange;
};

/** `buildOHLCVC` over all ticks of a product at once, a call per period: a list that grows would be read from its start at every tick. */
export const ccxt: CandleMaker = {
  name: 'ccxt',
  prepare(ticks) {
    const exchange = new BaseExchange({ id: 'bench' });
    const make = (timestamp: number, price: number, amount: number) => ({ timestamp, price, amount });
    const [lists, shifted] = [listed(ticks, make), listed(ticks, make, MONDAY_SHIFT_MS)];
    const frames = ['1m', '5m', '15m', '30m', '1h', '1d', '1w'];
    let all: number[][][][] = [];
    return {
      run() {
        all = lists.map((list, product) =>
          frames.map((frame, period) => exchange.buildOHLCVC((period === WEEK ? shifted[product] : list) as never[], frame) as number[][]),
        );
      },
      bars: () =>
        all.map((product) =>
          product.map((bars, period) =>
            bars.map(([time = 0, ...rest]) => [time - (period === WEEK ? MONDAY_SHIFT_MS : 0), ...rest.slice(0, 5)]),
          ),
        ),
    };
  },
};

/**
 * `batchTicksToCandle` over all ticks of a product at once, a call per period. It rounds the times of its input in place, so that the
 * calls go from the shortest period to the longest and each run gets objects of its own. It opens a bar at the close before it, by design.
 */
export const candlestickConvert: CandleMaker = {
  name: 'candlestick-convert',
  prepare(ticks) {
    const make = (time: number, price: number, quantity: number) => ({ time, price, quantity });
    const [lists, shifted] = [listed(ticks, make), listed(ticks, make, MONDAY_SHIFT_MS)];
    let all: { time: number; open: number; high: number; low: number; close: number; volume: number }[][][] = [];
    return {
      run() {
        all = lists.map((list, product) =>
          PERIOD_MS.map((length, period) =>
            batchTicksToCandle((period === WEEK ? shifted[product] : list) as never[], length / 1_000, true),
          ),
        );
      },
      bars: () =>
        all.map((product) =>
          product.map((bars, period) =>
            bars.map((bar) => [bar.time - (period === WEEK ? MONDAY_SHIFT_MS : 0), bar.open, bar.high, bar.low, bar.close, bar.volume]),
          ),
        ),
    };
  },
};
