/** Laws of days and clocks in a zone, whatever the zone and the year. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayEnd, dayStart, nextClockTime, startOfDay, timeOfWall, wallMs } from '#domain/trading-day.ts';
import { dayText, offsetIn } from '#ui/text/time.ts';
import { RUN_SEED } from './random.ts';

const RUNS = { seed: RUN_SEED, numRuns: 2_000 };
const DAY_MS = 86_400_000;

/** Zones that put their clocks at midnight, by half an hour, over the date line, to the south and not at all. */
const zone = fc.constantFrom(
  ...['America/New_York', 'Europe/Berlin', 'Africa/Cairo', 'America/Havana', 'America/Sao_Paulo', 'Asia/Beirut', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Africa/Casablanca', 'America/St_Johns', '0', '-3.5', '14'],
);
const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 11) });

it('a time lies in its day, and the day before and the day after are other days', () => {
  fc.assert(
    fc.property(zone, time, (name, timeMs) => {
      const offset = offsetIn(name);
      const [start, end] = [dayStart(timeMs, offset), dayEnd(timeMs, offset)];
      expect(start <= timeMs && timeMs < end).toBe(true);
      const day = dayText(timeMs, name);
      expect([dayText(start, name), dayText(end - 1, name)]).toEqual([day, day]);
      expect(dayText(start - 1, name) < day && day < dayText(end, name)).toBe(true);
      expect(startOfDay(day, offset)).toBe(start);
    }),
    RUNS,
  );
});

it('a wall time is met at its first moment, or passed by clocks that are put forward', () => {
  fc.assert(
    fc.property(zone, time, (name, wall) => {
      const offset = offsetIn(name);
      const timeMs = timeOfWall(wall, offset);
      expect(wallMs(timeMs, offset) >= wall && wallMs(timeMs - 1, offset) < wall).toBe(true);
    }),
    RUNS,
  );
});

it('a clock time comes once a day, later than now, and no sooner was missed', () => {
  fc.assert(
    fc.property(zone, time, fc.integer({ min: 0, max: 1_439 }), (name, afterMs, minute) => {
      const offset = offsetIn(name);
      const next = nextClockTime(afterMs, minute, offset);
      expect(next > afterMs && next - afterMs <= 2 * DAY_MS).toBe(true);
      // Every whole minute on the way shows another time, or had its first moment before.
      for (let timeMs = Math.ceil((afterMs + 1) / 60_000) * 60_000; timeMs < next; timeMs += 60_000) {
        const wall = wallMs(timeMs, offset);
        const isShown = Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / 60_000) === minute;
        if (isShown) expect(timeOfWall(wall, offset)).toBeLessThanOrEqual(afterMs);
      }
    }),
    { ...RUNS, numRuns: 60 },
  );
});
