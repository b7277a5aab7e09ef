/** The last change of a price before a moment: which way it went, and how long ago. Everybody sees both, and may press by them. */
import type { TickColumns } from './window-sweep.ts';

/** How long ago the last change was, in degrees: less than so many ms; the last degree has no end. */
const YOUNGER_THAN_MS = [250, 1_000, 4_000, 15_000] as const;
/** How many degrees there are, 0 being a change that has just come. */
export const AGES = YOUNGER_THAN_MS.length + 1;

/** At each tick: when the price changed last, itself included, and which way. The way is 0 before the first change. */
type LastChanges = { readonly times: Float64Array; readonly ways: Int8Array };

export function lastChangesOf({ times, prices }: TickColumns): LastChanges {
  const last = { times: new Float64Array(times.length), ways: new Int8Array(times.length) };
  for (let at = 1; at < times.length; at++) {
    const way = Math.sign((prices[at] as number) - (prices[at - 1] as number));
    last.times[at] = way === 0 ? (last.times[at - 1] as number) : (times[at] as number);
    last.ways[at] = way === 0 ? (last.ways[at - 1] as number) : way;
  }
  return last;
}

/** Splits an interval [from, to) after a change by how long ago that is: calls `visit` once for each degree that it has a part of. */
export function partsByAge(
  changeMs: number,
  fromMs: number,
  toMs: number,
  visit: (age: number, fromMs: number, toMs: number) => void,
): void {
  let beginMs = fromMs;
  for (let age = 0; age < AGES && beginMs < toMs; age++) {
    const endMs = Math.min(toMs, changeMs + (YOUNGER_THAN_MS[age] ?? Number.POSITIVE_INFINITY));
    if (endMs <= beginMs) continue;
    visit(age, beginMs, endMs);
    beginMs = endMs;
  }
}
