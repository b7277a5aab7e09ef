/**
 * A micro trade up to a time of the clock, in place of one for a number of seconds: which of the listed durations it is a kind of. Times are
 * UTC ms by the server's trading time. No clock: the time is an argument.
 */

type Listed = { readonly seconds: number };

/**
 * The duration whose terms (ratio, limit, maximum) hold for a trade that ends in so many ms: the longest that is not longer. A longer time has
 * fewer ties than its duration, so a ratio that is fair for the one is fair for the other (decision D9.122). `undefined`: shorter than all, or
 * longer than the longest.
 */
export function durationOfEnd<D extends Listed>(durations: readonly D[], leftMs: number): D | undefined {
  const longestMs = Math.max(0, ...durations.map(({ seconds }) => seconds)) * 1_000;
  if (leftMs > longestMs) return undefined;
  const held = durations.filter(({ seconds }) => seconds * 1_000 <= leftMs);
  return held.reduce<D | undefined>((best, next) => (best && best.seconds >= next.seconds ? best : next), undefined);
}
