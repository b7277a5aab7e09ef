/**
 * Whether one more code may go out as a short message: each costs money, and whoever shares the price with a gateway abroad asks for many. So
 * they are counted by network, by wider network (somebody with a /48 has 65,536 networks) and by the calling code that they go to, and all
 * together leave some of the day's messages to what owners must be told. Nothing here depends on whether an account has the number. How soon one
 * number gets another code is not decided here: `codes.ts`.
 */
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { countSmsSince } from '../repositories/letter-repository.ts';
import { callingCode } from '../users/phone-number.ts';

/** The messages of a day roll: some are free again soon after. */
const DAY_FULL_WAIT_MS = HOUR_MS;

/** Counts a message to a number (E.164) that a peer asks for; how long it is too early, 0: now. */
export type SmsBudget = (ip: string, to: string) => Promise<number>;

type Parts = { readonly db: Db; readonly clock: Clock; readonly limits: Pick<Limits, 'codes' | 'rest'> };

export function createSmsBudget({ db, clock, limits }: Parts): SmsBudget {
  const { network, widerNetwork, dayMax, areaDayMax } = limits.codes.sms;
  const limiter = new RateLimiter(clock, limits.rest.bucketsMax);
  return async (ip, to) => {
    const waitMs = limiter.takeOfNetwork('sms', ip, network, widerNetwork);
    if (waitMs > 0) return waitMs;
    const sinceMs = clock.now() - DAY_MS;
    const isFull = async (begin: string, limit: number) => (await countSmsSince(db.kysely, { sinceMs, begin, limit })) >= limit;
    const area = `+${callingCode(to.slice(1))}`;
    return (await isFull(area, areaDayMax)) || (await isFull('+', dayMax)) ? DAY_FULL_WAIT_MS : 0;
  };
}
