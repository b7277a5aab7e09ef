import { expect, it } from 'vitest';
import { dayInWords, endMomentText, momentText } from '#ui/text/moment-text.ts';

const NOON = Date.UTC(2026, 2, 4, 12);
const HOUR_MS = 3_600_000;

it.each([
  [0, '0', '12:00 today'],
  [-24 * HOUR_MS, '0', '12:00 yesterday'],
  [13 * HOUR_MS, '0', '01:00 tomorrow'],
  // Half past eleven at night is tomorrow two hours further east.
  [11.5 * HOUR_MS, '2', '01:30 tomorrow'],
  [48 * HOUR_MS, '0', 'Mar 6, 2026, 12:00'],
  [Number.NaN, '0', ''],
])('D9.414 %d ms from now in zone %s is %j', (fromNow, zone, text) => {
  expect(momentText(NOON + fromNow, NOON, zone)).toBe(text);
});

it.each([
  ['2026-03-04T10:00:00Z', '10:00 today'],
  ['2026-03-04T10:00:01Z', '10:01 today'],
  ['2026-12-31T23:59:30Z', 'Jan 1, 2027, 00:00'],
])('D9.28 D9.429 what lasts until %s is said to last until %s: who waits until then finds it over', (time, said) => {
  expect(endMomentText(Date.parse(time), NOON, '0')).toBe(said);
});

it('D9.429 a day alone is that of the zone', () => {
  const late = Date.parse('2026-03-04T23:30:00Z');
  expect([dayInWords(late, '0'), dayInWords(late, '1')]).toEqual(['Mar 4, 2026', 'Mar 5, 2026']);
});
