/** Long work in steps, so that a tick which concerns a hundred thousand alerts holds up nobody's prices and orders. */
import { setImmediate } from 'node:timers/promises';

/** What a step has come to, if anything. */
export type Step<T> = T | undefined;

/** Takes the steps, so many in a turn of the event loop, and gives what they have come to, in their order. */
export async function inTurns<T>(steps: Iterable<Step<T>>, atOnce: number): Promise<T[]> {
  const results: T[] = [];
  let taken = 0;
  for (const result of steps) {
    if (result !== undefined) results.push(result);
    if (++taken % atOnce === 0) await setImmediate();
  }
  return results;
}
