/**
 * The zones that markets trade in, with the daylight-saving rules of New York and of the European Union computed here: a server and a
 * phone must agree on when a market opens, whatever their tables of zones say.
 */
import { DAY_MS, HOUR_MS } from './time-units.ts';
import type { ZoneOffset } from './zone.ts';

export type MarketZone = 'utc' | 'new-york' | 'berlin' | 'tokyo' | 'hong-kong';

/** Start of the n-th Sunday of a month (n from 1; 0 the last of the month before), as a UTC date. */
function nthSunday(year: number, month: number, n: number): number {
  const first = Date.UTC(year, month, 1);
  const firstSunday = first + ((7 - new Date(first).getUTCDay()) % 7) * DAY_MS;
  return firstSunday + (n - 1) * 7 * DAY_MS;
}

/** Second Sunday of March to first Sunday of November, at 02:00 local. */
function newYorkOffset(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const isSummer = timeMs >= nthSunday(year, 2, 2) + 7 * HOUR_MS && timeMs < nthSunday(year, 10, 1) + 6 * HOUR_MS;
  return (isSummer ? -4 : -5) * HOUR_MS;
}

/** Last Sunday of March to last Sunday of October, at 01:00 UTC. */
function berlinOffset(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const isSummer = timeMs >= nthSunday(year, 3, 0) + HOUR_MS && timeMs < nthSunday(year, 10, 0) + HOUR_MS;
  return (isSummer ? 2 : 1) * HOUR_MS;
}

/** Offsets of the zones: local time minus UTC, at a UTC time. */
export const MARKET_ZONES: Readonly<Record<MarketZone, ZoneOffset>> = {
  utc: () => 0,
  'new-york': newYorkOffset,
  berlin: berlinOffset,
  tokyo: () => 9 * HOUR_MS,
  'hong-kong': () => 8 * HOUR_MS,
};
