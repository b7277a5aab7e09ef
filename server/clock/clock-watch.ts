/**
 * Notices what makes everything that was heard before doubtful: the wall clock was set, or the process did not run for a while
 * (stopped, starved, or on a machine that slept). Anyone who asks for an age looks first, so the first request after a stop knows of it,
 * whichever timers have run by then.
 */

import type { Log } from '../log.ts';
import type { Clock, Stop } from './clock.ts';

/** Further than this the two times must part, or a loop stand still, before anything is doubted. */
const DOUBT_AFTER_MS = 1_000;
/** While it beats, two looks of a running loop are never further apart than this and a timer's delay. */
const BEAT_MS = 250;
/** Times on the tape are whole ms and read a moment before they are used: what is said right after the doubt counts as after it. */
const GRAIN_MS = 2;

/** The wall clock was set `forward` or `back`, or the loop stood still. */
export type DoubtKind = 'forward' | 'back' | 'stall';

export class ClockWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #counts = { forward: 0, back: 0, stall: 0 };
  /** Wall time minus the count, as of the last step. */
  #apartMs: number;
  #lookedMs: number;
  #doubtedMs = Number.NEGATIVE_INFINITY;
  #isBeating = false;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
    this.#lookedMs = clock.monotonicMs();
    this.#apartMs = clock.now() - this.#lookedMs;
  }

  /** Looks at both times and gives the count. */
  look(): number {
    const countMs = this.#clock.monotonicMs();
    const steppedMs = this.#clock.now() - countMs - this.#apartMs;
    const stoodMs = this.#isBeating ? countMs - this.#lookedMs : 0;
    this.#lookedMs = countMs;
    if (Math.abs(steppedMs) > DOUBT_AFTER_MS) {
      this.#apartMs += steppedMs;
      this.#doubt(countMs, steppedMs > 0 ? 'forward' : 'back', Math.abs(steppedMs));
    }
    if (stoodMs > DOUBT_AFTER_MS) this.#doubt(countMs, 'stall', stoodMs);
    return countMs;
  }

  /** Age of what was heard at a count; infinite when something has made it doubtful since. */
  ageMs(heardMs: number): number {
    const countMs = this.look();
    return heardMs < this.#doubtedMs ? Number.POSITIVE_INFINITY : countMs - heardMs;
  }

  /** From now on a loop that stands still is noticed too. */
  start(): Stop {
    this.look();
    this.#isBeating = true;
    const stop = this.#clock.every(BEAT_MS, () => void this.look());
    return () => {
      this.#isBeating = false;
      stop();
    };
  }

  /** How often each has happened. */
  get counts(): Readonly<Record<DoubtKind, number>> {
    return this.#counts;
  }

  #doubt(countMs: number, kind: DoubtKind, byMs: number): void {
    this.#doubtedMs = countMs - GRAIN_MS;
    this.#counts[kind]++;
    const what = kind === 'stall' ? 'the process stood still' : `the wall clock was set ${kind}`;
    this.#log.warn({ byMs: Math.round(byMs) }, `${what}: every price is stale until its source speaks again`);
  }
}
