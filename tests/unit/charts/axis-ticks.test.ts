import { describe, expect, it } from 'vitest';
import { priceTicks } from '#ui/charts/price-ticks.ts';
import { timeTicks } from '#ui/charts/time-ticks.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const gmt = () => 0;

describe('marks of the price axis', () => {
  it('are round numbers at a readable distance', () => {
    expect(priceTicks({ min: 1.0811, max: 1.0849 }, 200, 5, 40)).toEqual([1.082, 1.083, 1.084]);
    expect(priceTicks({ min: 67_900, max: 68_310 }, 200, 2, 40)).toEqual([67_900, 68_000, 68_100, 68_200, 68_300]);
  });
  it('are never finer than the last digit of the product', () => {
    expect(priceTicks({ min: 1.08339, max: 1.08342 }, 2000, 5, 30)).toEqual([1.08339, 1.0834, 1.08341, 1.08342]);
  });
  it('are none on a scale that is none', () => {
    expect(priceTicks({ min: 1, max: 1 }, 200, 5, 30)).toEqual([]);
    expect(priceTicks({ min: 1, max: Number.POSITIVE_INFINITY }, 200, 5, 30)).toEqual([]);
  });
});

describe('marks of the time axis', () => {
  const times = (count: number, startMs: number, stepMs: number) => Array.from({ length: count }, (_, i) => startMs + i * stepMs);
  const base = { barWidthPx: 6, periodMs: 5 * MINUTE, gapMinPx: 68, zoneOffsetMs: gmt };
  const ticksOf = (input: Pick<Parameters<typeof timeTicks>[0], 'time' | 'first' | 'last'> & Partial<typeof base>) =>
    timeTicks({ ...base, count: input.time.length, ...input });

  it('stand on round times and name the day where it changes', () => {
    const time = times(60, DAY - 150 * MINUTE, 5 * MINUTE);
    const ticks = ticksOf({ time, first: 0, last: 59 });
    expect(ticks.map(({ timeMs, kind }) => [(timeMs - DAY) / MINUTE, kind])).toEqual([
      [-120, 'time'],
      [-60, 'time'],
      [0, 'day'],
      [60, 'time'],
      [120, 'time'],
    ]);
  });

  it('stay on their bars while the view moves', () => {
    const time = times(300, 0, 5 * MINUTE);
    const all = ticksOf({ time, first: 0, last: 299 }).map(({ index }) => index);
    const part = ticksOf({ time, first: 101, last: 199 }).map(({ index }) => index);
    expect(part).toEqual(all.filter((index) => index >= 101 && index <= 199));
  });

  it('stay on their bars where the market has pauses, wherever the view begins and ends', () => {
    // Hong Kong: 09:15 to 12:00, 13:00 to 16:30, 17:15 to 03:00.
    const sessions = [
      [555, 720],
      [780, 990],
      [1_035, 1_620],
    ] as const;
    const day = sessions.flatMap(([from, to]) => times((to - from) / 5, from * MINUTE, 5 * MINUTE));
    const time = [0, 1, 2].flatMap((number) => day.map((timeMs) => number * DAY + timeMs));
    const all = ticksOf({ time, first: 0, last: time.length - 1 }).map(({ index }) => index);
    for (let first = 0; first + 60 < time.length; first++) {
      const last = first + 59;
      const part = ticksOf({ time, first, last }).map(({ index }) => index);
      expect(part).toEqual(all.filter((index) => index >= first && index <= last));
    }
    const gaps = all.slice(1).map((index, at) => index - (all[at] as number));
    expect(Math.min(...gaps) * 6).toBeGreaterThanOrEqual(68);
    // Never so few that a view of a phone would be without.
    expect(Math.max(...gaps)).toBeLessThan(24);
    expect(all.map((index) => ((time[index] as number) / MINUTE) % 60)).toEqual(all.map(() => 0));
  });

  it('follow the zone that is shown', () => {
    const time = times(60, DAY - 150 * MINUTE, 5 * MINUTE);
    const ticks = ticksOf({ time, first: 0, last: 59, zoneOffsetMs: () => 60 * MINUTE });
    expect(ticks.find(({ kind }) => kind === 'day')?.timeMs).toBe(DAY - 60 * MINUTE);
  });

  it('keep the more important of two that would touch, as after a weekend', () => {
    const friday = times(30, 4 * DAY - 13 * 60 * MINUTE, 60 * MINUTE).filter((time) => time < 4 * DAY - 9 * 60 * MINUTE);
    const monday = times(30, 7 * DAY, 60 * MINUTE);
    const ticks = ticksOf({ periodMs: 60 * MINUTE, time: [...friday, ...monday], first: 0, last: 33 });
    for (let i = 1; i < ticks.length; i++) expect(((ticks[i]?.index ?? 0) - (ticks[i - 1]?.index ?? 0)) * 6).toBeGreaterThanOrEqual(68);
    expect(ticks.some(({ timeMs, kind }) => timeMs === 7 * DAY && kind === 'day')).toBe(true);
  });

  it('are near enough on daily bars to read a date between two months', () => {
    const time = times(50, Date.UTC(2026, 8, 1), DAY);
    const ticks = ticksOf({ periodMs: DAY, time, first: 0, last: 49 });
    expect(ticks.map(({ timeMs }) => new Date(timeMs).getUTCDay())).toEqual(ticks.map(() => 1));
    expect(ticks.length).toBeGreaterThanOrEqual(3);
  });

  it('name months and years on long periods', () => {
    const time = times(120, Date.UTC(2025, 0, 6), 7 * DAY);
    const kinds = ticksOf({ periodMs: 7 * DAY, time, first: 0, last: 119 }).map(({ kind }) => kind);
    expect(kinds).toContain('month');
    expect(kinds).toContain('year');
    expect(kinds).not.toContain('time');
  });
});
