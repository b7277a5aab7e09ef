import { describe, expect, it } from 'vitest';
import { MARKET_ZONES } from '#domain/market-zones.ts';
import { dayEnd, dayStart, nextClockTime, startOfDay, timeOfWall, weekdayAt } from '#domain/trading-day.ts';
import { offsetIn as serverOffsetIn } from '#server/clock/offset-in.ts';
import { offsetIn } from '#ui/text/time.ts';

const at = (text: string): number => Date.parse(text);
const iso = (timeMs: number): string => new Date(timeMs).toISOString();
const HOUR_MS = 3_600_000;

describe('00:00 of a day in a zone', () => {
  // Each expected time is 00:00 there, written in GMT: offset zones subtract their hours, named zones their offset of that day.
  const cases: [day: string, zone: string, starts: string][] = [
    ['2026-03-04', '0', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04', '8', '2026-03-03T16:00:00.000Z'],
    ['2026-03-04', '+8', '2026-03-03T16:00:00.000Z'],
    ['2026-03-04', '-3.5', '2026-03-04T03:30:00.000Z'],
    ['2026-03-04', '5.75', '2026-03-03T18:15:00.000Z'],
    ['2026-03-04', 'Asia/Kolkata', '2026-03-03T18:30:00.000Z'],
    ['2026-01-15', 'America/New_York', '2026-01-15T05:00:00.000Z'],
    ['2026-07-15', 'America/New_York', '2026-07-15T04:00:00.000Z'],
    // The day on which the clocks go forward at 02:00, and the one after it.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    // In Cairo the clocks go forward at midnight: the day begins at 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // In Havana they go back from 01:00 to 00:00: of two midnights the first.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    // Samoa had no 30 December 2011.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2026-03-04', 'Pacific/Kiritimati', '2026-03-03T10:00:00.000Z'],
    ['2000-01-01', 'Asia/Tokyo', '1999-12-31T15:00:00.000Z'],
    // What is neither an offset nor a zone is GMT.
    ['2026-03-04', 'Mars/Olympus', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04', '99', '2026-03-04T00:00:00.000Z'],
    ['2026-03-04', '', '2026-03-04T00:00:00.000Z'],
  ];
  for (const [day, zone, starts] of cases) {
    it(`D0.16 ${day} in '${zone}' begins at ${starts}, for page and server alike`, () => {
      expect(iso(startOfDay(day, offsetIn(zone)))).toBe(starts);
      expect(iso(startOfDay(day, serverOffsetIn(zone)))).toBe(starts);
    });
  }

  it('is no time for what is no day', () => {
    expect(startOfDay('soon', offsetIn('0'))).toBeNaN();
  });
});

describe('the day that a time lies in', () => {
  const newYork = offsetIn('America/New_York');

  it('begins where its clocks say so, over both switches of a year', () => {
    expect(iso(dayStart(at('2026-03-08T12:00:00Z'), newYork))).toBe('2026-03-08T05:00:00.000Z');
    expect(iso(dayStart(at('2026-03-09T03:30:00Z'), newYork))).toBe('2026-03-08T05:00:00.000Z');
    expect(iso(dayStart(at('2026-11-01T12:00:00Z'), newYork))).toBe('2026-11-01T04:00:00.000Z');
    expect(iso(dayStart(at('2026-03-04T10:00:00Z'), offsetIn('-3.5')))).toBe('2026-03-04T03:30:00.000Z');
  });

  it('D9.66 has 23 hours when the clocks go forward, 25 when they go back, else 24', () => {
    const hours = (time: string) => (dayEnd(at(time), newYork) - dayStart(at(time), newYork)) / HOUR_MS;
    expect(hours('2026-03-08T20:00:00Z')).toBe(23);
    expect(hours('2026-11-01T20:00:00Z')).toBe(25);
    expect(hours('2026-11-02T20:00:00Z')).toBe(24);
  });

  it('has the weekday of the zone', () => {
    // Wednesday evening in New York is Thursday in Tokyo.
    expect(weekdayAt(at('2026-03-05T01:00:00Z'), newYork)).toBe(3);
    expect(weekdayAt(at('2026-03-05T01:00:00Z'), offsetIn('Asia/Tokyo'))).toBe(4);
    expect(weekdayAt(at('2026-03-08T04:59:59Z'), newYork)).toBe(6);
    expect(weekdayAt(at('2026-03-08T05:00:00Z'), newYork)).toBe(0);
  });
});

describe('a time on the clocks of a zone', () => {
  const berlin = MARKET_ZONES.berlin;

  it('is the first of two, and the switch itself where it is left out', () => {
    // 02:30 comes twice on 25 October 2026, at 00:30 and 01:30 GMT, and not at all on 29 March.
    expect(iso(timeOfWall(at('2026-10-25T02:30:00Z'), berlin))).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(timeOfWall(at('2026-03-29T02:30:00Z'), berlin))).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(timeOfWall(at('2026-03-29T03:00:00Z'), berlin))).toBe('2026-03-29T01:00:00.000Z');
  });

  it('comes next today or tomorrow, never now', () => {
    const next = (time: string) => iso(nextClockTime(at(time), 22 * 60, MARKET_ZONES['new-york']));
    expect(next('2026-03-07T12:00:00Z')).toBe('2026-03-08T03:00:00.000Z');
    // An hour earlier by GMT once New York has gone forward, an hour later once it is back.
    expect(next('2026-03-08T03:00:00Z')).toBe('2026-03-09T02:00:00.000Z');
    expect(next('2026-11-01T02:00:00Z')).toBe('2026-11-02T03:00:00.000Z');
    expect(next('2026-11-01T01:59:59.999Z')).toBe('2026-11-01T02:00:00.000Z');
  });
});

describe("markets' own zones", () => {
  const NAMES = { utc: 'UTC', 'new-york': 'America/New_York', berlin: 'Europe/Berlin', tokyo: 'Asia/Tokyo', 'hong-kong': 'Asia/Hong_Kong' };

  it('agree with the tables of zones at every hour around every switch from 2020 to 2037', () => {
    for (const [zone, name] of Object.entries(NAMES) as [keyof typeof MARKET_ZONES, string][]) {
      const told = offsetIn(name);
      let before = told(Date.UTC(2020, 0));
      for (let timeMs = Date.UTC(2020, 0, 2); timeMs < Date.UTC(2037, 0); timeMs += 24 * HOUR_MS) {
        const now = told(timeMs);
        expect(MARKET_ZONES[zone](timeMs) - now, `${zone} at ${iso(timeMs)}`).toBe(0);
        for (let hour = 0; now !== before && hour <= 24; hour++) {
          const switched = timeMs - hour * HOUR_MS;
          expect(MARKET_ZONES[zone](switched) - told(switched), `${zone} at ${iso(switched)}`).toBe(0);
          expect(MARKET_ZONES[zone](switched - 1) - told(switched - 1), `${zone} before ${iso(switched)}`).toBe(0);
        }
        before = now;
      }
    }
  });
});
