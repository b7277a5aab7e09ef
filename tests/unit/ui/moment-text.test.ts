import { expect, it } from 'vitest';
import { momentText } from '#ui/text/moment-text.ts';

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
