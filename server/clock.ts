/**
 * The one clock of the server. Everything that asks for the time or waits gets it passed in, so that a test can stand at
 * Wed 2026-03-04 10:00 UTC and move it. Nothing else in `server/` calls Date.now, setTimeout or setInterval.
 */

export type Stop = () => void;

export interface Clock {
  /** Unix ms. */
  now(): number;
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

/** A clock that stands still until `advance` moves it; due work runs in the order of its time, each awaited. */
export class ManualClock implements Clock {
  #nowMs: number;
  #order = 0;
  #waiting: Waiting[] = [];

  constructor(startMs: number = Date.UTC(2026, 2, 4, 10, 0, 0)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
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

  /** Moves the time forward, running everything that falls due on the way. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      this.#waiting = this.#waiting.filter((entry) => !entry.stopped);
      const due = this.#waiting.filter((entry) => entry.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];
      if (!due) break;
      this.#nowMs = Math.max(this.#nowMs, due.dueMs);
      if (due.intervalMs === undefined) due.stopped = true;
      // After a jump an interval runs once, not once for every time that it missed.
      else due.dueMs = Math.max(due.dueMs, this.#nowMs) + due.intervalMs;
      await due.work();
    }
    this.#nowMs = endMs;
  }

  /** Moves the time without running what falls due on the way; it runs at the next `advance`, as after a sleep of the machine. */
  jump(byMs: number): void {
    this.#nowMs += byMs;
  }

  #add(delayMs: number, intervalMs: number | undefined, work: () => void | Promise<void>): Stop {
    const entry: Waiting = { dueMs: this.#nowMs + delayMs, order: this.#order++, intervalMs, work, stopped: false };
    this.#waiting.push(entry);
    return () => {
      entry.stopped = true;
    };
  }
}
