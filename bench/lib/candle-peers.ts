/** Bars from the same ticks by two libraries, each in the use that suits it best. */
import { batchTicksToCandle } from 'candlestick-convert';
import type { Exchange } from 'ccxt';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import type { CandleMaker } from './candle-makers.ts';
import { listed } from './candle-ticks.ts';

const WEEK = SPECIFIED_PERIODS.length - 1;
/** Both libraries begin weeks on the first day of 1970, a Thursday; shifted times make them begin on Monday. */
const MONDAY_SHIFT_MS = 3 * 86_400_000;

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
          SPECIFIED_PERIODS.map(({ bucket }, period) =>
            batchTicksToCandle((period === WEEK ? shifted[product] : list) as never[], bucket.lengthMs / 1_000, true),
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
