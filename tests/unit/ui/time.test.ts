import { describe, expect, it } from 'vitest';
import { clockText, dateTimeText, dayText } from '#ui/text/time.ts';

/** Milliseconds of a GMT stamp. */
const gmt = (stamp: string): number => Date.parse(`${stamp.replace(' ', 'T')}Z`);

describe('times', () => {
  it('S1-9.17 shows a GMT stamp in the configured zone: "8" shifts by 8 hours', () => {
    expect(dateTimeText(gmt('2026-03-04 20:00:00'), '8')).toBe('2026-03-05 04:00:00');
    expect(dateTimeText(gmt('2026-03-04 01:00:00'), '-3.5')).toBe('2026-03-03 21:30:00');
    expect(dateTimeText(gmt('2026-03-04 10:00:00'), '0')).toBe('2026-03-04 10:00:00');
  });

  it('takes an IANA name, summer time included', () => {
    expect(dateTimeText(gmt('2026-01-15 12:00:00'), 'Europe/London')).toBe('2026-01-15 12:00:00');
    expect(dateTimeText(gmt('2026-07-15 12:00:00'), 'Europe/London')).toBe('2026-07-15 13:00:00');
    expect(dateTimeText(gmt('2026-07-15 12:00:00'), 'Asia/Kathmandu')).toBe('2026-07-15 17:45:00');
  });

  it('falls back to GMT for a zone that nobody knows', () => {
    expect(dateTimeText(gmt('2026-03-04 10:00:00'), 'Moon/Base')).toBe('2026-03-04 10:00:00');
    expect(dateTimeText(gmt('2026-03-04 10:00:00'), '99')).toBe('2026-03-04 10:00:00');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("S1-8.15 shows 'Invalid Date' for %s", (timeMs) => {
    expect(dateTimeText(timeMs, '0')).toBe('Invalid Date');
    expect(clockText(timeMs, '0')).toBe('Invalid Date');
    expect(dayText(timeMs, '0')).toBe('Invalid Date');
  });

  it('cuts the clock and the day out of it', () => {
    expect(clockText(gmt('2026-03-04 14:02:11'), '0')).toBe('14:02:11');
    expect(dayText(Date.UTC(2026, 2, 4, 23, 30), '1')).toBe('2026-03-05');
  });

  it('shows midnight as 00, never as 24', () => {
    expect(dateTimeText(gmt('2026-03-04 00:00:00'), 'UTC')).toBe('2026-03-04 00:00:00');
  });
});
