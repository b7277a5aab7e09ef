import { describe, expect, it } from 'vitest';
import { chartTimeText, chartZoneOffsetMs } from '#ui/screens/trade/chart/chart-time.ts';

const HOUR = 3_600_000;
const time = Date.UTC(2026, 2, 4, 22, 5);

describe('times of the chart', () => {
  it('S1-9.17 are shown in the configured zone', () => {
    expect(chartTimeText(time, 'time', '5min', '0')).toBe('22:05');
    expect(chartTimeText(time, 'time', '5min', '8')).toBe('06:05');
    expect(chartTimeText(time, 'full', '5min', '8')).toBe('2026-03-05 06:05');
    expect(chartTimeText(time, 'day', '5min', '-3.5')).toBe('03-04');
  });
  it('of daily and weekly bars are days of GMT in every zone (decision D1.3.03)', () => {
    const day = Date.UTC(2026, 2, 4);
    expect(chartTimeText(day, 'full', '1day', '-8')).toBe('2026-03-04');
    expect(chartTimeText(day, 'month', '1week', '-8')).toBe('2026-03');
    expect(chartTimeText(day, 'year', '1week', '-8')).toBe('2026');
    expect(chartZoneOffsetMs(day, '1day', '-8')).toBe(0);
  });
  it('give the offset of the zone at that moment', () => {
    expect(chartZoneOffsetMs(time + 123, '5min', '8')).toBe(8 * HOUR);
    expect(chartZoneOffsetMs(time, '5min', '-3.5')).toBe(-3.5 * HOUR);
    expect(chartZoneOffsetMs(Date.UTC(2026, 6, 1), '5min', 'Europe/Berlin')).toBe(2 * HOUR);
    expect(chartZoneOffsetMs(Date.UTC(2026, 0, 1), '5min', 'Europe/Berlin')).toBe(HOUR);
    expect(chartZoneOffsetMs(Number.NaN, '5min', '8')).toBe(0);
  });
});
