import type { EngineClock } from '../../../src/worker/engine-parts.ts';

/** Time of an engine inside the page: it moves when told, so that no timer of the engine runs under the clock of the bench. */
export class StepClock implements EngineClock {
  #nowMs: number;
  #timers: { dueMs: number; work: () => void }[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  readonly now = (): number => this.#nowMs;
  readonly steady = (): number => this.#nowMs;
  readonly after = (delayMs: number, work: () => void): (() => void) => {
    const timer = { dueMs: this.#nowMs + delayMs, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Runs what fell due, once each. */
  advance(byMs: number): void {
    this.#nowMs += byMs;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { work } of due) work();
  }
}
