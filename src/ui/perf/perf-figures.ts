/** What the panel shows, computed from two looks at the counters of the page. */
import type { PageStats } from '../state/apply-frame.ts';

export type Look = { readonly stats: PageStats; readonly atMs: number };
export type Rates = {
  readonly ticksPerS: number;
  readonly bytesPerS: number;
  /** Mean time between frames of the engine; NaN when none came. */
  readonly frameEveryMs: number;
};

/** Counters begin again with another engine: what would be a negative rate is zero. */
export function ratesBetween(before: Look, after: Look): Rates {
  const ms = after.atMs - before.atMs;
  const grown = (name: 'ticks' | 'bytes' | 'framesApplied') => Math.max(0, after.stats[name] - before.stats[name]);
  const frames = grown('framesApplied');
  return {
    ticksPerS: (grown('ticks') * 1_000) / ms,
    bytesPerS: (grown('bytes') * 1_000) / ms,
    frameEveryMs: frames === 0 ? Number.NaN : ms / frames,
  };
}

/** The value that so large a share of the values does not exceed; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
