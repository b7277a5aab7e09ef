/** Candles as one would write them by hand: an array of objects per period, the last of which a tick changes. */
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';

export type PlainBar = { time: number; open: number; high: number; low: number; close: number; volume: number };
const LENGTHS = SPECIFIED_PERIODS.map(({ bucket }) => bucket.lengthMs);
const WEEK = LENGTHS.length - 1;
/** 1970 began on a Thursday. */
const MONDAY_SHIFT_MS = 3 * 86_400_000;

/** Takes a tick into the bars of one product, by period. */
export function takePlain(lists: readonly PlainBar[][], timeMs: number, price: number, quantity: number): void {
  for (let period = 0; period < LENGTHS.length; period++) {
    const length = LENGTHS[period] as number;
    const shift = period === WEEK ? MONDAY_SHIFT_MS : 0;
    const time = Math.floor((timeMs + shift) / length) * length - shift;
    const list = lists[period] as PlainBar[];
    const bar = list[list.length - 1];
    if (bar === undefined || bar.time !== time) {
      list.push({ time, open: price, high: price, low: price, close: price, volume: quantity });
      continue;
    }
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.close = price;
    bar.volume += quantity;
  }
}
