/**
 * How much one product's live price moves, by its price, the UTC hour and the day of the week: things that everybody knows. How often it
 * ticks and how far a tick goes may vary with them; the direction never does, and nothing pulls a price anywhere. Pure, no draws.
 *
 * A step on the grid cannot be smaller than itself: where the volatility of a product asks for less than a change every second or two,
 * its price changes that often all the same, by one step. And since no symmetric step leads away from the lowest price of a grid, a price
 * that has fallen so far that one step is more than `jumpMax` of it stays where it is: it never comes near 0.
 */
import { PAUSE_MOVE_MAX } from '#domain/pause-move.ts';
import { moveDistribution, type StepLaw, stepLaw } from './step-law.ts';
import { VOLUME_PER_MINUTE } from './synthetic-market.ts';
import type { SyntheticProduct } from './synthetic-product.ts';
import { activityAt, TradingTime } from './trading-time.ts';

const HOUR_S = 3_600;
const MINUTE_S = 60;
/** Ticks a second at speed 1, by the activity up to which they hold. */
const RATES = [
  { activityMax: 0.6, perSecond: 2 },
  { activityMax: 1.2, perSecond: 3 },
  { activityMax: Number.POSITIVE_INFINITY, perSecond: 4 },
] as const;
/** More ticks of one product nobody can serve. */
const TICKS_PER_SECOND_MAX = 333;
/** Squared steps a second that a price moves at least: half of its changes then come within 1.2 s. */
const LIVELY_VARIANCE = 0.6;
/** Below this many steps the least movement shrinks with the price, so that a fallen price is not shaken to pieces by its own grid. */
const LIVELY_STEPS = 2_000;

export class LiveMarket {
  readonly #minuteVariance: number;
  readonly #jumpMax: number;

  constructor({ hours, volatility, jumpMax }: SyntheticProduct) {
    this.#minuteVariance = new TradingTime(hours).minuteVariance(volatility);
    this.#jumpMax = jumpMax;
  }

  /** Ticks in the UTC hour of a time: each has a slot of its own, all of one length. `speed` multiplies them. */
  ticksPerHour(timeMs: number, speed: number): number {
    const activity = activityAt(timeMs);
    const { perSecond } = RATES.find(({ activityMax }) => activity <= activityMax) as (typeof RATES)[number];
    return Math.max(1, Math.round(Math.min(TICKS_PER_SECOND_MAX, perSecond * speed) * HOUR_S));
  }

  /** Variance of the price in a second of an open market, in squared steps. */
  variancePerSecond(steps: number, timeMs: number): number {
    const usual = (steps * steps * this.#minuteVariance * activityAt(timeMs)) / MINUTE_S;
    const share = Math.min(1, steps / LIVELY_STEPS);
    return Math.max(usual, LIVELY_VARIANCE * share * share);
  }

  /** Law of a tick that follows the one before it, at a price in steps. */
  tickLaw(steps: number, timeMs: number, speed: number): StepLaw {
    const seconds = HOUR_S / this.ticksPerHour(timeMs, speed);
    return stepLaw(this.variancePerSecond(steps, timeMs) * seconds, steps * this.#jumpMax);
  }

  /**
   * Law of the first tick after a pause, whether the market was closed, the server down or nobody fed it: as much as the time would have
   * moved the price, within 0.05 % of the last price shown. More would let somebody who can lose no more than a margin gain by holding.
   */
  pauseLaw(steps: number, timeMs: number, pauseMs: number): StepLaw {
    const variance = (this.variancePerSecond(steps, timeMs) * Math.max(0, pauseMs)) / 1_000;
    return stepLaw(variance, steps * Math.min(PAUSE_MOVE_MAX, this.#jumpMax));
  }

  /** Mean volume of a tick, in hundredths. */
  tickVolume(timeMs: number, speed: number): number {
    return (VOLUME_PER_MINUTE * MINUTE_S * activityAt(timeMs)) / this.ticksPerHour(timeMs, speed);
  }

  /**
   * Distribution of the price's move in whole seconds of one UTC hour at speed 1, as `moveDistribution` gives it. Seconds that begin on a
   * whole one hold exactly `ticksPerHour / 3600` ticks each; others one more or one less in all.
   */
  distribution(steps: number, timeMs: number, seconds: number): Float64Array {
    return moveDistribution(this.tickLaw(steps, timeMs, 1), Math.round((seconds * this.ticksPerHour(timeMs, 1)) / HOUR_S));
  }
}
