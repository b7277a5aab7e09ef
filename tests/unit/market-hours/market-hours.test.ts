import { describe, expect, it } from 'vitest';
import { nextFinancing } from '#domain/financing-nights.ts';
import { CALENDARS, isOpen, type MarketHours, marketStatus, nextOpening, openSpans, tradingDayEndMs } from '#domain/market-hours.ts';
import { DAY_MS } from '#domain/time-units.ts';

const at = (iso: string): number => Date.parse(`${iso}Z`);
const opensAt = (hours: MarketHours, iso: string): string => new Date(nextOpening(hours, at(iso))).toISOString().slice(0, 16);

describe('the fx week, Sunday 17:00 to Friday 17:00 New York', () => {
  const { fx } = CALENDARS;

  it('closes on Friday and opens on Sunday at 22:00 UTC in winter', () => {
    expect(isOpen(fx, at('2026-03-06T21:59:59.999'))).toBe(true);
    expect(marketStatus(fx, at('2026-03-06T22:00'))).toBe('closed');
    expect(opensAt(fx, '2026-01-09T22:00')).toBe('2026-01-11T22:00');
  });

  it('opens an hour earlier on the Sunday on which New York springs forward (8 March 2026)', () => {
    expect(opensAt(fx, '2026-03-06T22:00')).toBe('2026-03-08T21:00');
    expect(isOpen(fx, at('2026-03-08T20:59'))).toBe(false);
    expect(isOpen(fx, at('2026-03-13T20:59'))).toBe(true);
    expect(isOpen(fx, at('2026-03-13T21:00'))).toBe(false);
  });

  it('opens an hour later on the Sunday on which New York falls back (1 November 2026)', () => {
    expect(isOpen(fx, at('2026-10-30T20:59'))).toBe(true);
    expect(isOpen(fx, at('2026-10-30T21:00'))).toBe(false);
    expect(opensAt(fx, '2026-10-30T21:00')).toBe('2026-11-01T22:00');
  });

  it('is one unbroken span of 120 hours', () => {
    const week = openSpans(fx, at('2026-03-14T00:00'), at('2026-03-21T12:00'));
    expect(week).toEqual([{ startMs: at('2026-03-15T21:00'), endMs: at('2026-03-20T21:00') }]);
  });
});

describe('exchanges', () => {
  it('keeps European hours over both switches of 2026 (29 March, 25 October)', () => {
    const eu = CALENDARS['eu-indices'];
    expect(opensAt(eu, '2026-03-28T12:00')).toBe('2026-03-30T06:00');
    expect(opensAt(eu, '2026-03-27T21:30')).toBe('2026-03-30T06:00');
    expect(isOpen(eu, at('2026-03-27T20:59'))).toBe(true);
    expect(opensAt(eu, '2026-10-24T12:00')).toBe('2026-10-26T07:00');
  });

  it('rests an hour a day on American futures markets', () => {
    const { metals } = CALENDARS;
    expect(isOpen(metals, at('2026-03-04T21:59'))).toBe(true);
    expect(isOpen(metals, at('2026-03-04T22:00'))).toBe(false);
    expect(opensAt(metals, '2026-03-04T22:00')).toBe('2026-03-04T23:00');
    expect(opensAt(CALENDARS.energy, '2026-03-06T22:00')).toBe('2026-03-08T22:00');
  });

  it('has a lunch and a night session in Asia', () => {
    const hongKong = CALENDARS['hong-kong-index'];
    expect(isOpen(hongKong, at('2026-03-04T03:59'))).toBe(true);
    expect(isOpen(hongKong, at('2026-03-04T04:30'))).toBe(false);
    expect(isOpen(hongKong, at('2026-03-06T18:59'))).toBe(true);
    expect(opensAt(hongKong, '2026-03-06T19:00')).toBe('2026-03-09T01:15');
    expect(opensAt(CALENDARS['tokyo-index'], '2026-03-04T07:00')).toBe('2026-03-04T08:00');
  });
});

describe('holidays and endless markets', () => {
  it('S1-4.01 tells a holiday from a closed market', () => {
    expect(marketStatus(CALENDARS['us-indices'], at('2026-12-25T15:00'))).toBe('holiday');
    expect(marketStatus(CALENDARS.fx, at('2027-01-01T12:00'))).toBe('holiday');
    expect(marketStatus(CALENDARS['us-indices'], at('2026-12-24T15:00'))).toBe('open');
    expect(marketStatus(CALENDARS['us-indices'], at('2026-12-26T15:00'))).toBe('closed');
  });

  it('never closes around the clock', () => {
    const always = CALENDARS['around-the-clock'];
    expect(marketStatus(always, at('2026-12-25T15:00'))).toBe('open');
    expect(openSpans(always, at('2026-12-20T00:30'), at('2027-01-03T00:00'))).toHaveLength(1);
    expect(nextOpening(always, at('2026-03-07T12:00'))).toBe(0);
  });
});

describe('recorded hours', () => {
  const hours: MarketHours = {
    kind: 'recorded',
    spans: [
      { startMs: 1_000, endMs: 2_000 },
      { startMs: 5_000, endMs: 9_000 },
    ],
  };

  it('treats a hole in the recording as a closed market', () => {
    expect([999, 1_000, 1_999, 2_000, 4_999, 5_000, 8_999, 9_000].map((time) => isOpen(hours, time))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(nextOpening(hours, 2_000)).toBe(5_000);
    expect(nextOpening(hours, 9_000)).toBe(0);
  });
});

it('agrees between the status of a minute and the spans, for every calendar over a year', () => {
  const fromMs = at('2026-01-01T00:00');
  const toMs = fromMs + 365 * DAY_MS;
  for (const [name, hours] of Object.entries(CALENDARS)) {
    const spans = openSpans(hours, fromMs, toMs);
    let next = 0;
    for (let timeMs = fromMs; timeMs < toMs; timeMs += 15 * 60_000) {
      while (next < spans.length && spans[next]!.endMs <= timeMs) next++;
      const inside = next < spans.length && timeMs >= spans[next]!.startMs;
      if (isOpen(hours, timeMs) !== inside) expect.fail(`${name} at ${new Date(timeMs).toISOString()}`);
    }
  }
});

describe('the end of a trading day (D9.66, D9.246)', () => {
  const end = (hours: MarketHours, iso: string) => new Date(tradingDayEndMs(hours, at(iso))).toISOString().slice(0, 16);

  it('is the next 22:00 of the zone while the market trades', () => {
    expect(end(CALENDARS['around-the-clock'], '2026-03-04T21:59:59.999')).toBe('2026-03-04T22:00');
    expect(end(CALENDARS['around-the-clock'], '2026-03-04T22:00')).toBe('2026-03-05T22:00');
    expect(end(CALENDARS['eu-indices'], '2026-03-04T12:00')).toBe('2026-03-04T21:00');
    // In the evening session, which goes on over the end of the day.
    expect(end(CALENDARS['tokyo-index'], '2026-03-04T02:00')).toBe('2026-03-04T13:00');
    expect(end(CALENDARS['tokyo-index'], '2026-03-04T13:00')).toBe('2026-03-05T13:00');
    // In the hour in which the American futures rest, it is the day that begins after it.
    expect(end(CALENDARS.metals, '2026-03-04T22:30')).toBe('2026-03-05T03:00');
  });

  it('is that of the next day on which it trades once it has closed', () => {
    // Friday evening in Berlin, which closes with its day; the fx week after Friday 17:00 New York, and before it.
    expect(end(CALENDARS['eu-indices'], '2026-03-06T20:59')).toBe('2026-03-06T21:00');
    expect(end(CALENDARS['eu-indices'], '2026-03-06T21:00')).toBe('2026-03-09T21:00');
    expect(end(CALENDARS.fx, '2026-03-06T22:00')).toBe('2026-03-09T02:00');
    expect(end(CALENDARS.fx, '2026-03-06T21:59')).toBe('2026-03-07T03:00');
    // Christmas is a Friday in 2026.
    expect(end(CALENDARS['eu-indices'], '2026-12-25T12:00')).toBe('2026-12-28T21:00');
  });

  it('follows the clocks of the zone when they are put', () => {
    expect(end(CALENDARS.fx, '2026-10-30T12:00')).toBe('2026-10-31T02:00');
    expect(end(CALENDARS.fx, '2026-10-31T03:00')).toBe('2026-11-02T03:00');
    expect(end(CALENDARS['eu-indices'], '2026-03-27T20:00')).toBe('2026-03-27T21:00');
    expect(end(CALENDARS['eu-indices'], '2026-03-27T21:00')).toBe('2026-03-30T20:00');
  });

  it('of a recording is a day of UTC, also when there is nothing more to come', () => {
    const recorded: MarketHours = { kind: 'recorded', spans: [{ startMs: at('2026-03-04T10:00'), endMs: at('2026-03-04T12:00') }] };
    expect(end(recorded, '2026-03-03T10:00')).toBe('2026-03-04T22:00');
    expect(end(recorded, '2026-03-06T10:00')).toBe('2026-03-06T22:00');
  });

  it('D9.67 D9.246 falls together with the night, for every calendar over a year: no night counts at any other time', () => {
    const fromMs = at('2026-01-01T00:00');
    for (const [name, hours] of Object.entries(CALENDARS)) {
      for (let timeMs = fromMs; timeMs < fromMs + 365 * DAY_MS; timeMs = nextFinancing(hours, timeMs)) {
        const nightMs = nextFinancing(hours, timeMs);
        if (tradingDayEndMs(hours, nightMs - 1) !== nightMs) expect.fail(`${name} at ${new Date(nightMs).toISOString()}`);
      }
    }
  });
});
