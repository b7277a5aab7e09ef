/**
 * A micro trade up to a time of the clock, in place of one for a number of seconds: which of the listed durations it is a kind of, and which
 * times may be chosen. Times are UTC ms by the server's trading time. No clock: the time is an argument.
 */
import { MINUTE_MS } from './time-units.ts';

type Listed = { readonly seconds: number };

/**
 * The duration whose terms (ratio, limit, maximum) hold for a trade that ends in so many ms: the longest that is not longer. A longer time has
 * fewer ties than its duration, so a ratio that is fair for the one is fair for the other (decision D9.122). `undefined`: shorter than all, or
 * longer than the longest.
 */
export function durationWithin<D extends Listed>(durations: readonly D[], leftMs: number): D | undefined {
  const longestMs = Math.max(0, ...durations.map(({ seconds }) => seconds)) * 1_000;
  if (leftMs > longestMs) return undefined;
  const held = durations.filter(({ seconds }) => seconds * 1_000 <= leftMs);
  return held.reduce<D | undefined>((best, next) => (best && best.seconds >= next.seconds ? best : next), undefined);
}

/** Times that may be offered at once. */
const ENDS_MAX = 10;
/** Minutes between two times that are offered, the finest first. */
const STEPS = [1, 5, 15, 30, 60, 240, 1440] as const;
/** Who chooses the nearest end still has so long to confirm it. */
export const TO_CONFIRM_MS = 10_000;

/** Those that lie between the shortest and the longest duration, the nearest first: whole minutes, or rounder times where there would be too many. */
export function offeredUntil(durations: readonly Listed[], nowMs: number): number[] {
  if (durations.length === 0) return [];
  const seconds = durations.map((duration) => duration.seconds);
  const fromMs = nowMs + Math.min(...seconds) * 1_000 + TO_CONFIRM_MS;
  const toMs = nowMs + Math.max(...seconds) * 1_000;
  for (const minutes of STEPS) {
    const stepMs = minutes * MINUTE_MS;
    const firstMs = Math.ceil(fromMs / stepMs) * stepMs;
    const count = Math.max(0, Math.floor((toMs - firstMs) / stepMs) + 1);
    if (count <= ENDS_MAX) return Array.from({ length: count }, (_, at) => firstMs + at * stepMs);
  }
  return [];
}
