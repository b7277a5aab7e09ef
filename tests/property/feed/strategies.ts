/**
 * A family of simple ways to trade: momentum (its loss is what reversion gains), excursions, phases of the minute, candles; on ticks, on
 * seconds and on candles, at lags from one tick to two hours. Each takes one trade after another from what was shown before, never two at
 * once, so that on a fair market its results are martingale differences and z = sum / root of the sum of squares is standard normal.
 */
import { type MarketRun, SECONDS_PER_MINUTE } from './market-run.ts';

type Strategy = {
  readonly name: string;
  /** Reports the profit of each trade in steps, before fees. */
  readonly trade: (run: MarketRun, profit: (steps: number) => void) => void;
};

const sign = Math.sign;
const at = (prices: Int32Array, index: number): number => prices[index] as number;

/** Follows the move of the last `look` numbers for the next `hold`. */
function follow(prices: Int32Array, look: number, hold: number, profit: (steps: number) => void): void {
  for (let now = look; now + hold < prices.length; now += hold) {
    profit(sign(at(prices, now) - at(prices, now - look)) * (at(prices, now + hold) - at(prices, now)));
  }
}

const onTicks = (look: number): Strategy => ({
  name: `momentum of ${look} ticks`,
  trade: ({ ticks }, profit) => follow(ticks, look, look, profit),
});
const onSeconds = (look: number, hold = look): Strategy => ({
  name: `momentum of ${look} s for ${hold} s`,
  trade: ({ seconds }, profit) => follow(seconds, look, hold, profit),
});

/** Three moves in one direction, then the next one. */
const streak: Strategy = {
  name: 'a streak of three ticks',
  trade: ({ ticks }, profit) => {
    for (let now = 3; now + 1 < ticks.length; now++) {
      const direction = sign(at(ticks, now) - at(ticks, now - 1));
      if (direction === 0 || sign(at(ticks, now - 1) - at(ticks, now - 2)) !== direction) continue;
      if (sign(at(ticks, now - 2) - at(ticks, now - 3)) === direction) profit(direction * (at(ticks, now + 1) - at(ticks, now)));
    }
  },
};

/** The direction of a tick with more than usual volume, for the next tick. */
const volume: Strategy = {
  name: 'a tick of large volume',
  trade: ({ ticks, volumes }, profit) => {
    for (let now = 1; now + 1 < ticks.length; now++) {
      if (at(volumes, now) > at(volumes, now - 1))
        profit(sign(at(ticks, now) - at(ticks, now - 1)) * (at(ticks, now + 1) - at(ticks, now)));
    }
  },
};

/** Against the larger excursion since the beginning of each `length` seconds: in at `enter`, out at `leave`. */
const excursion = (length: number, enter: number, leave: number): Strategy => ({
  name: `against the larger excursion of ${length} s, in at ${enter}, out at ${leave}`,
  trade: ({ seconds }, profit) => {
    for (let start = 0; start + leave < seconds.length; start += length) {
      let high = at(seconds, start);
      let low = high;
      for (let second = start; second <= start + enter; second++) {
        high = Math.max(high, at(seconds, second));
        low = Math.min(low, at(seconds, second));
      }
      const direction = sign(at(seconds, start) - low - (high - at(seconds, start)));
      profit(direction * (at(seconds, start + leave) - at(seconds, start + enter)));
    }
  },
});

/** Part of a minute, long, or in the direction of the minute before. */
const phase = (enter: number, leave: number, isFollowing: boolean): Strategy => ({
  name: `second ${enter} to ${leave} of the minute${isFollowing ? ', as the minute before' : ''}`,
  trade: ({ seconds }, profit) => {
    for (let start = SECONDS_PER_MINUTE; start + leave < seconds.length; start += SECONDS_PER_MINUTE) {
      const direction = isFollowing ? sign(at(seconds, start) - at(seconds, start - SECONDS_PER_MINUTE)) : 1;
      profit(direction * (at(seconds, start + leave) - at(seconds, start + enter)));
    }
  },
});

type Candle = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };

/** Candles of so many minutes; the unfinished last one is left out. */
function candlesOf(run: MarketRun, minutes: number): Candle[] {
  const candles: Candle[] = [];
  for (let from = 0; from + minutes <= run.minutes; from += minutes) {
    let high = at(run.high, from);
    let low = at(run.low, from);
    for (let minute = from + 1; minute < from + minutes; minute++) {
      high = Math.max(high, at(run.high, minute));
      low = Math.min(low, at(run.low, minute));
    }
    candles.push({ open: at(run.open, from), high, low, close: at(run.close, from + minutes - 1) });
  }
  return candles;
}

type Reader = (candles: readonly Candle[], now: number) => number;
/** From the close of a candle to that of the next, in the direction that a reader of the candles so far names. */
const onCandles = (name: string, minutes: number, read: Reader): Strategy => ({
  name: `${name}, ${minutes} min`,
  trade: (run, profit) => {
    const candles = candlesOf(run, minutes);
    for (let now = 1; now + 1 < candles.length; now++) {
      const [last, next] = [candles[now] as Candle, candles[now + 1] as Candle];
      profit(sign(read(candles, now)) * (next.close - last.close));
    }
  },
});

const body: Reader = (candles, now) => candles[now]!.close - candles[now]!.open;
const wicks: Reader = (candles, now) => {
  const { open, high, low, close } = candles[now]!;
  return high - Math.max(open, close) - (Math.min(open, close) - low);
};
const breakout: Reader = (candles, now) => {
  const [before, last] = [candles[now - 1]!, candles[now]!];
  return last.close > before.high ? 1 : last.close < before.low ? -1 : 0;
};
const twoAlike: Reader = (candles, now) => (sign(body(candles, now)) === sign(body(candles, now - 1)) ? body(candles, now) : 0);
/** Above or below the mean of the last twenty closes. */
const average: Reader = (candles, now) => {
  const some = candles.slice(Math.max(0, now - 19), now + 1);
  return candles[now]!.close - some.reduce((sum, { close }) => sum + close, 0) / some.length;
};
/** Above or below the middle of the last twenty candles. */
const channel: Reader = (candles, now) => {
  const some = candles.slice(Math.max(0, now - 19), now + 1);
  return candles[now]!.close - (Math.max(...some.map(({ high }) => high)) + Math.min(...some.map(({ low }) => low))) / 2;
};
/** Away from where it all began. */
const fromStart: Reader = (candles, now) => candles[now]!.close - candles[0]!.open;

export const FAMILY: readonly Strategy[] = [
  ...[1, 3, 10].map(onTicks),
  streak,
  volume,
  ...[1, 5, 15, 30, 60, 120, 600, 3_600, 7_200].map((look) => onSeconds(look)),
  onSeconds(15, 60),
  onSeconds(300, 30),
  onSeconds(7_200, 600),
  excursion(60, 15, 38),
  excursion(60, 20, 45),
  excursion(60, 30, 60),
  excursion(300, 75, 190),
  excursion(3_600, 900, 2_280),
  phase(0, 20, false),
  phase(38, 60, false),
  phase(0, 15, true),
  phase(45, 60, true),
  ...[1, 5, 15, 60].map((minutes) => onCandles('the body of the last candle', minutes, body)),
  ...[1, 15].map((minutes) => onCandles('the wicks of the last candle', minutes, wicks)),
  ...[1, 30].map((minutes) => onCandles('a breakout', minutes, breakout)),
  onCandles('two candles alike', 5, twoAlike),
  ...[1, 15].map((minutes) => onCandles('above or below the mean of twenty', minutes, average)),
  onCandles('above or below the middle of twenty', 5, channel),
  onCandles('away from the start', 120, fromStart),
];

/** Sums of a strategy's results over many runs. */
export class Record {
  sum = 0;
  squares = 0;
  trades = 0;

  add(profit: number): void {
    this.sum += profit;
    this.squares += profit * profit;
    this.trades++;
  }

  /** Standard errors above or below 0. */
  get z(): number {
    return this.squares === 0 ? 0 : this.sum / Math.sqrt(this.squares);
  }
}

/** Adds a run to the records of the family; profits in the run's scale. */
export function play(run: MarketRun, records: readonly Record[]): void {
  for (const [index, strategy] of FAMILY.entries()) {
    const record = records[index] as Record;
    strategy.trade(run, (steps) => record.add(steps / run.scale));
  }
}

/** Probability that a standard normal lies further from 0 than `z`: the continued fraction of Laplace, good from 1 on; nearer than that 1. */
export function tails(z: number): number {
  if (z < 1) return 1;
  let fraction = z;
  for (let depth = 60; depth > 0; depth--) fraction = z + depth / fraction;
  return (2 * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI) / fraction;
}

/** Probability that a family without any edge shows one as large as its best does (Bonferroni, both directions), and which that was. */
export function familyWise(records: readonly Record[]): { p: number; best: string; z: number } {
  let best = 0;
  for (let at = 1; at < records.length; at++) {
    if (Math.abs((records[at] as Record).z) > Math.abs((records[best] as Record).z)) best = at;
  }
  const { z } = records[best] as Record;
  return { p: Math.min(1, records.length * tails(Math.abs(z))), best: (FAMILY[best] as Strategy).name, z };
}
