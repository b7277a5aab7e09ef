/**
 * The one clock of the server. Everything that asks for the time or waits gets it passed in, so that a test can be at
 * Wed 2026-03-04 10:00 UTC and move it. Nothing else in `server/` calls Date.now, performance.now, setTimeout or setInterval, save
 * `routes/even-time.ts`: what it evens out is measured from outside, by a clock that nobody here moves.
 *
 * It gives two times. Wall time may be set at any moment, so it is for what is stored, shown, or compared with what was stored. The
 * monotonic count never steps, so every age and interval inside the process is measured on it, as all timers are.
 */

import { uptime } from 'node:os';
import { createMachineCount } from './machine-count.ts';

export type Stop = () => void;

export interface Clock {
  /** Wall time, unix ms; may jump either way. */
  now(): number;
  /** Ms since some moment, never back, a sleep of the machine included; means nothing to another process. */
  monotonicMs(): number;
  /** Runs `work` every so many ms until stopped; runs never overlap, a slow one delays the next. */
  every(intervalMs: number, work: () => void | Promise<void>): Stop;
  /** Runs `work` once after so many ms unless stopped. */
  after(delayMs: number, work: () => void | Promise<void>): Stop;
  /** Resolves after so many ms. */
  sleep(delayMs: number): Promise<void>;
}

/** Housekeeping that fails once, say because the database is away, is told and tried again; it must not end the process. */
async function runGuarded(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** The machine's clock. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: createMachineCount({ wallMs: () => Date.now(), countMs: () => performance.now(), uptimeMs: () => uptime() * 1_000 }),
  every(intervalMs, work) {
    let stopped = false;
    let timer: NodeJS.Timeout;
    const next = () => {
      timer = setTimeout(() => void run(), intervalMs);
      timer.unref();
    };
    const run = async () => {
      await runGuarded(work);
      if (!stopped) next();
    };
    next();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  },
  after(delayMs, work) {
    const timer = setTimeout(() => void runGuarded(work), delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
};

type Waiting = { dueMs: number; order: number; intervalMs: number | undefined; work: () => void | Promise<void>; stopped: boolean };

/** Where the count of a `ManualClock` begins: small, as in a process that has just started, so that it is never taken for wall time. */
const MANUAL_COUNT_MS = 1_000;

/** A clock that stands still until it is moved; due work runs in the order of its time, each awaited. Timers go by the count. */
export class ManualClock implements Clock {
  #countMs = MANUAL_COUNT_MS;
  /** Wall time when the count was zero. */
  #wallZeroMs: number;
  #order = 0;
  #waiting: Waiting[] = [];

  constructor(startMs: number = Date.UTC(2026, 2, 4, 10, 0, 0)) {
    this.#wallZeroMs = startMs - MANUAL_COUNT_MS;
  }

  now(): number {
    return this.#wallZeroMs + this.#countMs;
  }

  monotonicMs(): number {
    return this.#countMs;
  }

  every(intervalMs: number, work: () => void | Promise<void>): Stop {
    return this.#add(intervalMs, intervalMs, work);
  }

  after(delayMs: number, work: () => void | Promise<void>): Stop {
    return this.#add(delayMs, undefined, work);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Moves both times forward, running everything that falls due on the way. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.#countMs + byMs;
    for (;;) {
      this.#waiting = this.#waiting.filter((entry) => !entry.stopped);
      const due = this.#waiting.filter((entry) => entry.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];
      if (!due) break;
      this.#countMs = Math.max(this.#countMs, due.dueMs);
      if (due.intervalMs === undefined) due.stopped = true;
      // After a jump an interval runs once, not once for every time that it missed.
      else due.dueMs = Math.max(due.dueMs, this.#countMs) + due.intervalMs;
      await due.work();
    }
    this.#countMs = endMs;
  }

  /** The process does not run for so long, both times do: what falls due meanwhile runs at the next `advance`. */
  jump(byMs: number): void {
    this.#countMs += byMs;
  }

  /** The wall clock is set, forward or back, and nothing else happens; a machine that sleeps and counts nothing looks the same. */
  stepWall(byMs: number): void {
    this.#wallZeroMs += byMs;
  }

  #add(delayMs: number, intervalMs: number | undefined, work: () => void | Promise<void>): Stop {
    const entry: Waiting = { dueMs: this.#countMs + delayMs, order: this.#order++, intervalMs, work, stopped: false };
    this.#waiting.push(entry);
    return () => {
      entry.stopped = true;
    };
  }
}
