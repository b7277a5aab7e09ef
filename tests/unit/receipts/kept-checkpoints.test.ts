import { describe, expect, it } from 'vitest';
import { type KeptCheckpoint, surplusCheckpoints } from '#worker/receipts/kept-checkpoints.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 4);
const note = (atMs: number, text = 'n'): KeptCheckpoint => ({
  origin: 'o',
  size: Math.round((atMs - NOW) / 1_000) + 400 * 86_400,
  atMs,
  note: text,
});
/** Ages in ms of what stays of notes of these ages, oldest first. */
const kept = (...ages: number[]): number[] => {
  const notes = ages.map((age) => note(NOW - age));
  const surplus = new Set(surplusCheckpoints(notes, NOW));
  return notes.filter((one) => !surplus.has(one)).map(({ atMs }) => NOW - atMs);
};

describe('which checkpoints a device keeps (D9.297)', () => {
  it('one a minute of the last day, the oldest of each, the first and the newest always', () => {
    expect(kept(50_000, 40_000, 30_000, 20_000, 1_000)).toEqual([50_000, 1_000]);
    expect(kept(3 * MINUTE, 2 * MINUTE, MINUTE, 0)).toEqual([3 * MINUTE, 2 * MINUTE, MINUTE, 0]);
  });

  it('one an hour for 90 days, one a day later', () => {
    const [hour, first] = [3_600_000, 300 * DAY];
    expect(kept(first, 2 * DAY, 2 * DAY - MINUTE, 2 * DAY - hour, 0)).toEqual([first, 2 * DAY, 2 * DAY - hour, 0]);
    expect(kept(first, 100 * DAY, 100 * DAY - hour, 99 * DAY, 0)).toEqual([first, 100 * DAY, 99 * DAY, 0]);
  });

  it('at most 5,000 and 2 MB, the first of all among them', () => {
    const many = Array.from({ length: 6_000 }, (_, at) => note(NOW - (6_000 - at) * DAY));
    expect(many.length - surplusCheckpoints(many, NOW).length).toBe(5_000);
    expect(surplusCheckpoints(many, NOW)).not.toContain(many[0]);
    const long = Array.from({ length: 10 }, (_, at) => note(NOW - (10 - at) * DAY, 'x'.repeat(300_000)));
    expect(surplusCheckpoints(long, NOW)).toEqual(long.slice(1, 5));
  });
});
