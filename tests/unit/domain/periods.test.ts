import { describe, expect, it } from 'vitest';
import { months } from '#domain/bucket.ts';
import { PERIODS } from '#domain/period-table.ts';
import { bucketEnd, bucketStart, isPeriod, periodOf } from '#domain/periods.ts';
import { SPECIFIED_PERIODS } from '#domain/specified-periods.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import trade from '../../../locales/en/trade.json' with { type: 'json' };

const day = (year: number, month: number, date = 1) => Date.UTC(year, month - 1, date);

describe('the table of periods', () => {
  it('D9.70 an id means what it meant when bars were first stored under it', () => {
    expect(Object.fromEntries(PERIODS.map(({ id, name }) => [id, name]))).toEqual({
      0: '1min',
      1: '5min',
      2: '15min',
      3: '30min',
      4: '60min',
      5: '1day',
      6: '1week',
      7: '4hour',
      8: '1mon',
    });
  });

  it('has each id and each name once, bits for all of them, and the shortest first', () => {
    expect(new Set(PERIODS.map(({ id }) => id)).size).toBe(PERIODS.length);
    expect(new Set(PERIODS.map(({ name }) => name)).size).toBe(PERIODS.length);
    expect(PERIODS.every(({ id }) => Number.isInteger(id) && id >= 0 && id < 31)).toBe(true);
    const lengths = PERIODS.map(({ bucket }) => bucket.lengthMs);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  });

  it('makes every period but the shortest from one that stands before it', () => {
    for (const [at, { madeFrom, name }] of PERIODS.entries()) {
      if (at === 0) expect(madeFrom).toBeUndefined();
      else
        expect(
          PERIODS.slice(0, at).map((shorter) => shorter.name),
          name,
        ).toContain(madeFrom);
    }
  });

  it('D9.70 the specification knows the first seven', () => {
    expect(SPECIFIED_PERIODS.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '0 1min',
      '1 5min',
      '2 15min',
      '3 30min',
      '4 60min',
      '5 1day',
      '6 1week',
    ]);
  });

  it('every period has its words', () => {
    for (const { name } of PERIODS) expect([trade[`period.${name}`], trade[`short.${name}`]].every(Boolean), name).toBe(true);
  });

  it('knows a period by name or id, and names one that it does not know', () => {
    expect(periodOf('4hour')).toBe(periodOf(7));
    expect([isPeriod('1mon'), isPeriod('2hour'), isPeriod(7), isPeriod(undefined)]).toEqual([true, false, false, false]);
    expect(() => periodOf('2hour')).toThrow('period: 2hour');
    expect(() => periodOf(99)).toThrow('period: 99');
  });
});

describe('buckets', () => {
  it.each([
    ['a month of 31 days', day(2026, 1, 31), day(2026, 1), day(2026, 2)],
    ['February', day(2026, 2, 14), day(2026, 2), day(2026, 3)],
    ['February of a leap year', day(2028, 2, 29), day(2028, 2), day(2028, 3)],
    ['February of a century that is no leap year', day(2100, 2, 28), day(2100, 2), day(2100, 3)],
    ['December', day(2025, 12, 31) + 86_399_999, day(2025, 12), day(2026, 1)],
    ['a month before 1970', day(1969, 12, 31), day(1969, 12), day(1970, 1)],
  ])('D9.71 %s begins on its first and ends where the next begins', (_, timeMs, startMs, endMs) => {
    expect([bucketStart(8, timeMs), bucketEnd(8, timeMs)]).toEqual([startMs, endMs]);
    expect(bucketStart(8, startMs)).toBe(startMs);
    expect(bucketEnd(8, endMs - 1)).toBe(endMs);
  });

  it('D9.71 four hours begin at 00, 04, 08, 12, 16 and 20 GMT', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => new Date(bucketStart(7, day(2026, 3, 4) + hour * 60 * MINUTE_MS)).getUTCHours());
    expect(hours).toEqual([0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16, 16, 16, 16, 20, 20, 20, 20]);
  });

  it('D1.3.03 weeks begin on Monday', () => {
    expect(bucketStart(6, day(2026, 3, 8))).toBe(day(2026, 3, 2));
    expect(bucketEnd(6, day(2026, 3, 8))).toBe(day(2026, 3, 9));
  });

  it('months are numbered in a row over years', () => {
    expect(months.numberAt(day(2026, 1)) - months.numberAt(day(2025, 12))).toBe(1);
    expect(months.startOf(months.numberAt(day(2026, 3)) - 14)).toBe(day(2025, 1));
  });
});
