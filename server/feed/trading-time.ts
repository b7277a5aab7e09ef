/**
 * How much a market moves in a stretch of time: nothing while it is closed, more while London and New York trade, less at weekends.
 * The measure is "quiet-normal minutes"; a product's yearly variance is spread over them.
 */

import { weeks } from '#domain/bucket.ts';
import { keepNewest } from '#domain/keep-newest.ts';
import { type MarketHours, type OpenSpan, openSpans } from '#domain/market-hours.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';

export const WEEK_MS = weeks.lengthMs;
/** Relative variance of a minute by UTC hour; the mean is near 1. */
const ACTIVITY = [
  0.6, 0.7, 0.7, 0.6, 0.5, 0.5, 0.7, 1.1, 1.3, 1.2, 1.1, 1.1, 1.3, 1.7, 1.8, 1.7, 1.4, 1.1, 0.9, 0.9, 0.8, 0.6, 0.5, 0.6,
] as const;
const WEEKEND_ACTIVITY = 0.5;
/** Weeks whose hours are kept in memory. */
const WEEKS_MAX = 8;
const WEEKS_PER_YEAR = 52.18;
/** A week without holidays and without a daylight-saving switch: what is usual. */
const USUAL_WEEK_MS = Date.UTC(2026, 1, 2);

export class TradingTime {
  readonly #hours: MarketHours;
  readonly #weeks = new Map<number, readonly OpenSpan[]>();
  /** By length of the bucket: as many as there are periods. */
  readonly #usualOpenMs = new Map<number, number>();

  constructor(hours: MarketHours) {
    this.#hours = hours;
  }

  /** Weighted open minutes in [from, to), which lie in one week. */
  minutes(fromMs: number, toMs: number): number {
    let sum = 0;
    for (const span of this.#spansOfWeek(fromMs)) {
      const endMs = Math.min(span.endMs, toMs);
      for (let atMs = Math.max(span.startMs, fromMs); atMs < endMs; ) {
        const pieceEndMs = Math.min((Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS, endMs);
        sum += ((pieceEndMs - atMs) / MINUTE_MS) * activityAt(atMs);
        atMs = pieceEndMs;
      }
    }
    return sum;
  }

  /** True when the first open moment of [from, to) comes right after closed hours. */
  isAfterBreak(fromMs: number, toMs: number): boolean {
    // Spans are joined where they touch, so the first one that reaches into the stretch either began before it or opens the market.
    const first = this.#spansOfWeek(fromMs).find((span) => span.endMs > fromMs && span.startMs < toMs);
    return first !== undefined && first.startMs >= fromMs;
  }

  /** Weighted open minutes of a usual week. */
  usualWeekMinutes(): number {
    return this.minutes(USUAL_WEEK_MS, USUAL_WEEK_MS + WEEK_MS);
  }

  /** Relative variance of one quiet-normal minute of a product with a yearly volatility (a fraction). */
  minuteVariance(volatility: number): number {
    return weekVariance(volatility) / this.usualWeekMinutes();
  }

  /** How long of a usual week the market is open, in whole buckets of a length, or in days where that is longer. */
  usualOpenMs(bucketMs: number): number {
    const known = this.#usualOpenMs.get(bucketMs);
    if (known !== undefined) return known;
    let open = 0;
    const length = Math.min(bucketMs, HOUR_MS * 24);
    for (let atMs = USUAL_WEEK_MS; atMs < USUAL_WEEK_MS + WEEK_MS; atMs += length)
      if (this.minutes(atMs, atMs + length) > 0) open += length;
    this.#usualOpenMs.set(bucketMs, open);
    return open;
  }

  #spansOfWeek(timeMs: number): readonly OpenSpan[] {
    const startMs = weeks.startOf(weeks.numberAt(timeMs));
    const known = this.#weeks.get(startMs);
    if (known) return known;
    // An hour more on the left, so that an open market at the week's edge does not look like an opening.
    const spans = openSpans(this.#hours, startMs - HOUR_MS, startMs + WEEK_MS);
    this.#weeks.set(startMs, spans);
    keepNewest(this.#weeks, WEEKS_MAX);
    return spans;
  }
}

/** Relative variance of a usual week at a yearly volatility (a fraction). */
export const weekVariance = (volatility: number): number => volatility ** 2 / WEEKS_PER_YEAR;

/** Quiet-normal minutes in a minute at a time, were the market open: the UTC hour and the day of the week decide. */
export function activityAt(timeMs: number): number {
  const day = Math.floor(timeMs / (24 * HOUR_MS));
  // 1970-01-01 was a Thursday: 2 and 3 days later is the weekend.
  const weekday = ((day % 7) + 7) % 7;
  const isWeekend = weekday === 2 || weekday === 3;
  return (ACTIVITY[Math.floor(timeMs / HOUR_MS) % 24] as number) * (isWeekend ? WEEKEND_ACTIVITY : 1);
}
