/** A stretch of one product's market as somebody who trades on it sees it: its ticks, its price at each second, its candles. */
import type { StepTick } from '#server/feed/split-minute.ts';

export const SECONDS_PER_MINUTE = 60;

export type MarketRun = {
  readonly minutes: number;
  /** Prices of the ticks in their order, and their volumes. */
  readonly ticks: Int32Array;
  readonly volumes: Int32Array;
  /** Price as it stands at the beginning of each second; one more than there are seconds. */
  readonly seconds: Int32Array;
  /** Candles of a minute; the open is the first tick's. */
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** Steps that a minute moves usually, known before it begins: results of products are comparable in it. */
  readonly scale: number;
};

const TICKS_PER_MINUTE_MAX = 300;

/** Ticks from a source, in their order from `fromMs` on, as a run of whole minutes. `next` gives the following tick. */
export function marketRun(next: () => StepTick, from: { fromMs: number; minutes: number; steps: number; scale: number }): MarketRun {
  const { fromMs, minutes, steps, scale } = from;
  const ticks = new Int32Array(minutes * TICKS_PER_MINUTE_MAX);
  const volumes = new Int32Array(minutes * TICKS_PER_MINUTE_MAX);
  const seconds = new Int32Array(minutes * SECONDS_PER_MINUTE + 1);
  const candle = () => new Int32Array(minutes);
  const [open, high, low, close] = [candle(), candle(), candle(), candle()];
  let price = steps;
  let count = 0;
  let second = 0;
  let tick = next();
  for (let minute = 0; minute < minutes; minute++) {
    const endMs = fromMs + (minute + 1) * 60_000;
    let isNew = true;
    for (; tick.timeMs < endMs; tick = next()) {
      for (; fromMs + second * 1_000 <= tick.timeMs; second++) seconds[second] = price;
      price = tick.steps;
      ticks[count] = price;
      volumes[count++] = tick.volume;
      if (isNew) open[minute] = price;
      high[minute] = isNew ? price : Math.max(high[minute] as number, price);
      low[minute] = isNew ? price : Math.min(low[minute] as number, price);
      isNew = false;
    }
    close[minute] = price;
  }
  seconds.fill(price, second);
  return {
    minutes,
    ticks: ticks.subarray(0, count),
    volumes: volumes.subarray(0, count),
    seconds,
    open,
    high,
    low,
    close,
    scale,
  };
}
