/**
 * The market of one product before a database began: every bar and every tick is a pure function of (randomness, product, UTC time). Made
 * from the top: week > day > hour > minutes > ticks; a bar's four prices are drawn first and its children aggregate exactly to it, so
 * history of all periods agrees without being stored. A minute made so has a shape that can be traded on, and what comes next is known to
 * it: it is for history alone, live prices come from `live-path.ts`. Prices are whole steps of the product's grid.
 */
import { bucketStart, PERIOD_MS } from '#domain/periods.ts';
import type { PositionRandom } from './position-random.ts';
import { bridgeHigh, bridgeLow, type ChildSlot, openAfter, type StepBar, splitBar } from './split-bar.ts';
import { type StepTick, ticksOfMinute } from './split-minute.ts';
import type { SyntheticProduct } from './synthetic-product.ts';
import { TradingTime, WEEK_MS, weekVariance } from './trading-time.ts';

const WEEK = 6;
/** Names of random streams: the split of a bar takes its period; these two stand above. */
const WEEK_STREAM = 7;
/** The walk of weekly closes begins here, at the seed price; there is no market before it. */
export const FIRST_WEEK_MS = Date.UTC(2000, 0, 3);
/** Share of the distance to the seed price (in logarithms) that is left after a week: half is gone after 11 weeks. */
const REVERSION = 0.94;
/** A week never falls below this share of the lower of its open and close. */
const LOW_SHARE_MIN = 0.6;
/** Volume units (hundredths) of a quiet-normal minute. */
export const VOLUME_PER_MINUTE = 900;
/** Splits kept in hand per period: the way down to the newest minute, and a neighbour of each. */
const SPLITS_MAX = 4;

export class SyntheticMarket {
  readonly #product: SyntheticProduct;
  readonly #random: PositionRandom;
  readonly #time: TradingTime;
  /** Relative variance of one quiet-normal minute. */
  readonly #minuteVariance: number;
  readonly #weekDeviation: number;
  /** Logarithm of each week's close over the seed price, from the first week on. */
  readonly #walk: number[] = [];
  readonly #splits: Map<number, readonly StepBar[]>[] = PERIOD_MS.map(() => new Map());

  /** `random`: streams of this product alone. */
  constructor(random: PositionRandom, product: SyntheticProduct) {
    this.#product = product;
    this.#random = random;
    this.#time = new TradingTime(product.hours);
    this.#weekDeviation = Math.sqrt(weekVariance(product.volatility));
    this.#minuteVariance = this.#time.minuteVariance(product.volatility);
  }

  /** How far back in ms so many bars of a period reach. */
  reachMs(period: number, bars: number): number {
    return Math.ceil((bars * (PERIOD_MS[period] as number)) / this.#time.openShare(PERIOD_MS[period] as number));
  }

  /** The newest `limit` bars that start in [notBefore, end), ascending. The bar around `end` is whole: its ticks reach past it. */
  barsBefore(period: number, endMs: number, limit: number, notBeforeMs: number): StepBar[] {
    const found: StepBar[] = [];
    const collect = (level: number, bar: StepBar): boolean => {
      if (level === period) {
        if (bar.startMs < endMs && bar.startMs >= notBeforeMs) found.push(bar);
        return found.length < limit && bar.startMs > notBeforeMs;
      }
      const children = this.children(level, bar);
      for (let at = children.length - 1; at >= 0; at--) {
        const child = children[at] as StepBar;
        if (child.startMs < endMs && !collect(level - 1, child)) return false;
      }
      return true;
    };
    for (let weekMs = bucketStart(WEEK, endMs - 1); weekMs + WEEK_MS > notBeforeMs; weekMs -= WEEK_MS) {
      const week = this.week(weekMs);
      if (!week || !collect(WEEK, week)) break;
    }
    return found.reverse();
  }

  /** The bar of a period that a time lies in; `undefined` when the market is closed all through it. */
  barAt(period: number, timeMs: number): StepBar | undefined {
    let bar = this.week(bucketStart(WEEK, timeMs));
    for (let level = WEEK; level > period && bar; level--) {
      const startMs = bucketStart(level - 1, timeMs);
      bar = this.children(level, bar).find((child) => child.startMs === startMs);
    }
    return bar;
  }

  /** Ticks of the minute that a time lies in, ascending; none while the market is closed. */
  ticks(timeMs: number): readonly StepTick[] {
    const minute = this.barAt(0, timeMs);
    return minute ? ticksOfMinute(minute, this.#random.at(0, minute.startMs / (PERIOD_MS[0] as number)), this.#product.jumpMax) : [];
  }

  /** The bar of a week, by its start; `undefined` before the first week and when it has no open hour. */
  week(startMs: number): StepBar | undefined {
    const index = (startMs - FIRST_WEEK_MS) / WEEK_MS;
    const minutes = this.#time.minutes(startMs, startMs + WEEK_MS);
    if (index < 0 || minutes <= 0) return undefined;
    const close = this.#weekClose(index);
    const random = this.#random.at(WEEK_STREAM, index);
    // The first draw is that of the walk.
    random.normal();
    const open = openAfter(random, this.#weekClose(index - 1), this.#minuteVariance, this.#time.isAfterBreak(startMs, startMs + WEEK_MS));
    const deviation = open * this.#weekDeviation;
    const floor = Math.max(1, Math.ceil(Math.min(open, close) * LOW_SHARE_MIN));
    return {
      startMs,
      open,
      high: Math.round(bridgeHigh(random, open, close, deviation)),
      low: Math.max(floor, Math.round(bridgeLow(random, open, close, deviation))),
      close,
      volume: Math.round(VOLUME_PER_MINUTE * minutes * (0.7 + 0.6 * random.uniform())),
    };
  }

  /** The bars of the next shorter period that a bar is made of, ascending; closed hours have none. `period` is the bar's own. */
  children(period: number, bar: StepBar): readonly StepBar[] {
    const splits = this.#splits[period] as Map<number, readonly StepBar[]>;
    const known = splits.get(bar.startMs);
    if (known) return known;
    const lengthMs = PERIOD_MS[period - 1] as number;
    const endMs = bar.startMs + (PERIOD_MS[period] as number);
    const slots: ChildSlot[] = [];
    for (let startMs = bar.startMs; startMs < endMs; startMs += lengthMs) {
      const minutes = this.#time.minutes(startMs, startMs + lengthMs);
      if (minutes <= 0) continue;
      slots.push({ startMs, variance: minutes * this.#minuteVariance, isAfterBreak: this.#time.isAfterBreak(startMs, startMs + lengthMs) });
    }
    const stream = this.#random.at(period, Math.floor(bar.startMs / (PERIOD_MS[0] as number)));
    const children = splitBar(bar, slots, this.#minuteVariance, stream);
    if (splits.size >= SPLITS_MAX) splits.delete(splits.keys().next().value as number);
    splits.set(bar.startMs, children);
    return children;
  }

  /** Close of a week in steps: a walk in logarithms that is pulled back to the seed price. */
  #weekClose(index: number): number {
    if (index < 0) return this.#product.seedSteps;
    for (let next = this.#walk.length; next <= index; next++) {
      const before = this.#walk[next - 1] ?? 0;
      this.#walk.push(before * REVERSION + this.#weekDeviation * this.#random.at(WEEK_STREAM, next).normal());
    }
    return Math.max(1, Math.round(this.#product.seedSteps * Math.exp(this.#walk[index] as number)));
  }
}
