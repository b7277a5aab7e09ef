/**
 * The market of one product before a database began: every bar and every tick is a pure function of (randomness, product, UTC time). Made
 * from the top: week > day > hour > minutes > ticks; a bar's four prices are drawn first and its children aggregate exactly to it, so
 * history of all periods agrees without being stored; bars of a period that is no such level are joined from those that it is made from. A minute made so has a shape that can be traded on, and what comes next is known to
 * it: it is for history alone, live prices come from `live-path.ts`. Prices are whole steps of the product's grid.
 */
import { joinPrices } from '#domain/join-bars.ts';
import { keepNewest } from '#domain/keep-newest.ts';
import type { Period, PeriodRow } from '#domain/period-table.ts';
import { bucketStart, periodOf } from '#domain/periods.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { PositionRandom } from './position-random.ts';
import { bridgeHigh, bridgeLow, type ChildSlot, openAfter, type StepBar, splitBar } from './split-bar.ts';
import { type StepTick, ticksOfMinute } from './split-minute.ts';
import type { SyntheticProduct } from './synthetic-product.ts';
import { TradingTime, WEEK_MS, weekVariance } from './trading-time.ts';

/** What a week is split into, step by step. A level's number names a stream of randomness, so that none ever changes. */
const LEVELS = (['1min', '5min', '15min', '30min', '60min', '1day', '1week'] satisfies Period[]).map((name) => periodOf(name));
const LEVEL_MS = LEVELS.map(({ bucket }) => bucket.lengthMs);
const WEEK = 6;
/** Name of the weeks' own stream, above those of the levels. */
const WEEK_STREAM = 7;
/** The walk of weekly closes begins here, at the seed price; there is no market before it. */
const FIRST_WEEK_MS = Date.UTC(2000, 0, 3);
/** Share of the distance to the seed price (in logarithms) that is left after a week: half is gone after 11 weeks. */
const REVERSION = 0.94;
/** A week never falls below this share of the lower of its open and close. */
const LOW_SHARE_MIN = 0.6;
/** Volume units (hundredths) of a quiet-normal minute. */
export const VOLUME_PER_MINUTE = 900;
/** Splits kept in memory per level: the way down to the newest minute, and a neighbour of each. */
const SPLITS_MAX = 4;

const startAt = (level: number, timeMs: number): number => bucketStart((LEVELS[level] as PeriodRow).id, timeMs);

/** Bars in a row as one that starts at a time; nothing of nothing. */
export function joinSteps(startMs: number, [first, ...rest]: readonly StepBar[]): StepBar | undefined {
  if (!first) return undefined;
  return { startMs, ...joinPrices([first, ...rest]), volume: rest.reduce((sum, { volume }) => sum + volume, first.volume) };
}

export class SyntheticMarket {
  readonly #product: SyntheticProduct;
  readonly #random: PositionRandom;
  readonly #time: TradingTime;
  /** Relative variance of one quiet-normal minute. */
  readonly #minuteVariance: number;
  readonly #weekDeviation: number;
  /** Logarithm of each week's close over the seed price, from the first week on. */
  readonly #walk: number[] = [];
  readonly #splits: Map<number, readonly StepBar[]>[] = LEVELS.map(() => new Map());

  /** `random`: streams of this product alone. */
  constructor(random: PositionRandom, product: SyntheticProduct) {
    this.#product = product;
    this.#random = random;
    this.#time = new TradingTime(product.hours);
    this.#weekDeviation = Math.sqrt(weekVariance(product.volatility));
    this.#minuteVariance = this.#time.minuteVariance(product.volatility);
  }

  /** Start of the bucket so many bars of a period before that of a time; closed hours have no bars. */
  reachOf(period: number, timeMs: number, bars: number): number {
    const { bucket } = periodOf(period);
    const back = Math.floor((bars * WEEK_MS) / this.#time.usualOpenMs(bucket.lengthMs));
    return bucket.startOf(bucket.numberAt(timeMs) - back);
  }

  /**
   * The newest `limit` bars of a period (by id) that start in [notBefore, end), ascending. The bar around `end` is whole: its ticks reach
   * past it.
   */
  barsBefore(period: number, endMs: number, limit: number, notBeforeMs: number): StepBar[] {
    const level = LEVELS.findIndex(({ id }) => id === period);
    return level < 0 ? this.#joinedBefore(period, endMs, limit, notBeforeMs) : this.#splitBefore(level, endMs, limit, notBeforeMs);
  }

  #joinedBefore(period: number, endMs: number, limit: number, notBeforeMs: number): StepBar[] {
    const { bucket, madeFrom = '1min' } = periodOf(period);
    const source = periodOf(madeFrom).id;
    const found: StepBar[] = [];
    for (let number = bucket.numberAt(endMs - 1); found.length < limit; number--) {
      const startMs = bucket.startOf(number);
      const nextMs = bucket.startOf(number + 1);
      if (startMs < notBeforeMs || nextMs <= FIRST_WEEK_MS) break;
      const bar = joinSteps(startMs, this.barsBefore(source, nextMs, Number.POSITIVE_INFINITY, startMs));
      if (bar) found.push(bar);
    }
    return found.reverse();
  }

  #splitBefore(wanted: number, endMs: number, limit: number, notBeforeMs: number): StepBar[] {
    const found: StepBar[] = [];
    const collect = (level: number, bar: StepBar): boolean => {
      if (level === wanted) {
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
    for (let weekMs = startAt(WEEK, endMs - 1); weekMs + WEEK_MS > notBeforeMs; weekMs -= WEEK_MS) {
      const week = this.week(weekMs);
      if (!week || !collect(WEEK, week)) break;
    }
    return found.reverse();
  }

  /** The bar of a level (0 a minute, 5 a day, 6 a week) that a time lies in; `undefined` when the market is closed all through it. */
  barAt(wanted: number, timeMs: number): StepBar | undefined {
    let bar = this.week(startAt(WEEK, timeMs));
    for (let level = WEEK; level > wanted && bar; level--) {
      const startMs = startAt(level - 1, timeMs);
      bar = this.children(level, bar).find((child) => child.startMs === startMs);
    }
    return bar;
  }

  /** Ticks of the minute that a time lies in, ascending; none while the market is closed. */
  ticks(timeMs: number): readonly StepTick[] {
    const minute = this.barAt(0, timeMs);
    return minute ? ticksOfMinute(minute, this.#random.at(0, minute.startMs / MINUTE_MS), this.#product.jumpMax) : [];
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

  /** The bars of the next level down that a bar is made of, ascending; closed hours have none. `level` is the bar's own. */
  children(level: number, bar: StepBar): readonly StepBar[] {
    const splits = this.#splits[level] as Map<number, readonly StepBar[]>;
    const known = splits.get(bar.startMs);
    if (known) return known;
    const lengthMs = LEVEL_MS[level - 1] as number;
    const endMs = bar.startMs + (LEVEL_MS[level] as number);
    const slots: ChildSlot[] = [];
    for (let startMs = bar.startMs; startMs < endMs; startMs += lengthMs) {
      const minutes = this.#time.minutes(startMs, startMs + lengthMs);
      if (minutes <= 0) continue;
      slots.push({ startMs, variance: minutes * this.#minuteVariance, isAfterBreak: this.#time.isAfterBreak(startMs, startMs + lengthMs) });
    }
    const stream = this.#random.at(level, Math.floor(bar.startMs / MINUTE_MS));
    const children = splitBar(bar, slots, this.#minuteVariance, stream);
    splits.set(bar.startMs, children);
    keepNewest(splits, SPLITS_MAX);
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
