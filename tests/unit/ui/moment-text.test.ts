import { expect, it } from 'vitest';
import { dayInWords, endMomentText, exactMomentText, momentText, shortDayText, shortMomentText } from '#ui/text/moment-text.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const HOUR_MS = 3_600_000;

it.each([
  [0, '0', 'Wed 4 Mar, 12:00'],
  [-24 * HOUR_MS, '0', 'Tue 3 Mar, 12:00'],
  [13 * HOUR_MS, '0', 'Thu 5 Mar, 01:00'],
  // Half past eleven at night is tomorrow two hours further east.
  [11.5 * HOUR_MS, '2', 'Thu 5 Mar, 01:30'],
  [-24 * HOUR_MS * 64, '0', 'Tue 30 Dec 2025, 12:00'],
  [24 * HOUR_MS * 366, '0', 'Fri 5 Mar 2027, 12:00'],
  [Number.NaN, '0', ''],
])('D9.445 %d ms from now in zone %s is %j', (fromNow, zone, text) => {
  expect(momentText(NOON + fromNow, NOON, zone)).toBe(text);
});

it('D9.445 of another year is said with the year of the zone, not with that of GMT', () => {
  const late = Date.parse('2026-12-31T23:30:00Z');
  expect([momentText(late, late, '0'), momentText(late, NOON, '1')]).toEqual(['Thu 31 Dec, 23:30', 'Fri 1 Jan 2027, 00:30']);
});

it('D9.445 S1-8.15 has its seconds where fills are compared, and less where there is little room', () => {
  const at = Date.parse('2026-11-29T07:29:04Z');
  expect(exactMomentText(at, NOON, '0')).toBe('Sun 29 Nov, 07:29:04');
  expect([shortDayText(at, NOON, '0'), shortMomentText(at, NOON, '0')]).toEqual(['29 Nov', '29 Nov, 07:29']);
  expect(shortDayText(at, Date.UTC(2027, 0, 1), '0')).toBe('29 Nov 2026');
  expect([exactMomentText(Number.NaN, NOON, '0'), shortDayText(Number.NaN, NOON, '0')]).toEqual(['Invalid Date', 'Invalid Date']);
});

it.each([
  ['2026-03-04T10:00:00Z', 'Wed 4 Mar, 10:00'],
  ['2026-03-04T10:00:01Z', 'Wed 4 Mar, 10:01'],
  ['2026-12-31T23:59:30Z', 'Fri 1 Jan 2027, 00:00'],
])('D9.28 D9.429 what lasts until %s is said to last until %s: who waits until then finds it over', (time, said) => {
  expect(endMomentText(Date.parse(time), NOON, '0')).toBe(said);
});

it('D9.429 a day alone is that of the zone', () => {
  const late = Date.parse('2026-03-04T23:30:00Z');
  expect([dayInWords(late, '0'), dayInWords(late, '1')]).toEqual(['Wed 4 Mar 2026', 'Thu 5 Mar 2026']);
});
