import { expect, it } from 'vitest';
import { busyShare } from '#ui/perf/busy-probe.ts';
import { quantile, ratesBetween } from '#ui/perf/perf-figures.ts';

const stats = {
  ticks: 1_000,
  frames: 50,
  dropped: 0,
  reconnects: 0,
  bytes: 40_000,
  waitedMs: 0,
  socket: 'open',
  framesApplied: 50,
  lastTickToPaintMs: 20,
} as const;

it('rates are what grew between two looks, per second', () => {
  const later = { ...stats, ticks: 1_500, bytes: 44_000, framesApplied: 60 };
  const rates = ratesBetween({ stats, atMs: 5_000 }, { stats: later, atMs: 7_000 });
  expect(rates).toEqual({ ticksPerS: 250, bytesPerS: 2_000, frameEveryMs: 200 });
});

it('an engine that began again has no negative rates, and no frame means no interval', () => {
  const again = { ...stats, ticks: 10, bytes: 300 };
  const rates = ratesBetween({ stats, atMs: 0 }, { stats: again, atMs: 1_000 });
  expect(rates).toEqual({ ticksPerS: 0, bytesPerS: 0, frameEveryMs: Number.NaN });
});

it('the load is the share of probes that came later than an idle thread lets them come', () => {
  // 1.2 ms is what this machine needs to wake up; three of eight probes waited for work.
  expect(busyShare([1.2, 1.3, 9, 1.25, 4.4, 2.1, 1.2, 12])).toBe(3 / 8);
  expect(busyShare([0.1, 0.1])).toBe(0);
  expect(busyShare([])).toBeNaN();
});

it('quantiles by nearest rank', () => {
  expect(quantile([16, 17, 16, 16, 50], 0.5)).toBe(16);
  expect(quantile([16, 17, 16, 16, 50], 0.95)).toBe(50);
  expect(quantile([], 0.5)).toBeNaN();
});
