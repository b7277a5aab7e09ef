import { describe, expect, it } from 'vitest';
import { dayRange, periodDays } from '#ui/screens/order/dates/day-range.ts';

describe('the range of two days', () => {
  const range = (start: string, end: string, zone = '0') => dayRange(start, end, zone, '2026-03-10');

  it('S1-7.39 startTime is 00:00 of the first day, endTime 00:00 of the last day plus 86400, in unix seconds', () => {
    expect(range('2026-03-04', '2026-03-06')).toEqual({
      start: '2026-03-04',
      end: '2026-03-06',
      startS: Date.UTC(2026, 2, 4) / 1000,
      endS: Date.UTC(2026, 2, 6) / 1000 + 86_400,
    });
    expect(range('2026-03-04', '2026-03-04', '8')).toMatchObject({
      startS: Date.UTC(2026, 2, 3, 16) / 1000,
      endS: Date.UTC(2026, 2, 4, 16) / 1000,
    });
  });

  it('adds 86400 also on a day that has 23 hours', () => {
    expect(dayRange('2026-03-08', '2026-03-08', 'America/New_York', '2026-03-10')?.endS).toBe(Date.UTC(2026, 2, 9, 5) / 1000);
  });

  it('S1-5.30 needs both days, in order, from 2000 to today', () => {
    expect(range('', '')).toBeUndefined();
    expect(range('2026-03-04', '')).toBeUndefined();
    expect(range('', '2026-03-04')).toBeUndefined();
    expect(range('2026-03-05', '2026-03-04')).toBeUndefined();
    expect(range('1999-12-31', '2026-03-04')).toBeUndefined();
    expect(range('2026-03-04', '2026-03-11')).toBeUndefined();
    expect(range('2026-02-30', '2026-03-04')).toBeUndefined();
    expect(range('4.3.2026', '5.3.2026')).toBeUndefined();
    expect(range('2000-01-01', '2026-03-10')).toBeDefined();
  });
});

describe('named periods of a statement', () => {
  it('end today at the latest and begin where a person expects', () => {
    expect(periodDays('this-month', '2026-03-10')).toEqual({ start: '2026-03-01', end: '2026-03-10' });
    expect(periodDays('last-month', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
    expect(periodDays('last-month', '2024-03-31')).toEqual({ start: '2024-02-01', end: '2024-02-29' });
    expect(periodDays('last-month', '2026-01-05')).toEqual({ start: '2025-12-01', end: '2025-12-31' });
    expect(periodDays('30-days', '2026-03-10')).toEqual({ start: '2026-02-09', end: '2026-03-10' });
    expect(periodDays('this-year', '2026-03-10')).toEqual({ start: '2026-01-01', end: '2026-03-10' });
  });
});
