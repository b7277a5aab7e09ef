/**
 * Units of time in milliseconds, for page, worker and server. A day is 24 hours here; where a zone's days begin and end is `trading-day.ts`.
 * Written out, so that the build puts the number in the place of the name.
 */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
