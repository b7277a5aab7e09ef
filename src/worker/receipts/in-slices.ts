/** Work that goes in small steps, done without holding the worker up: quotes come in between. */
import type { EngineClock } from '../engine-parts.ts';

const SLICE_MS = 50;

export async function inSlices<T>(clock: EngineClock, steps: Generator<void, T, void>): Promise<T> {
  let until = clock.steady() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (clock.steady() < until) continue;
    await new Promise<void>((resolve) => void clock.after(0, resolve));
    until = clock.steady() + SLICE_MS;
  }
}
