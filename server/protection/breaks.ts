/**
 * Breaks that people take: the lock of their limits, a cool-off, self-exclusion (decision D9.239). Each is made under the lock that opening an order
 * takes too, and none ends earlier for being asked for again.
 */
import { type Exclusion, excludedUntil, isForever, untilAfterDays } from '#domain/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { addressesOf, type Letters } from '../letters/letters.ts';
import { done, type Outcome } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { type BreakColumns, setBreaks } from '../repositories/own-limit-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session } from '../users/sessions.ts';
import { lockOwn } from './own-lock.ts';
import { type ChangeCause, type OwnerLetters, utcMinuteUntil } from './owner-letters.ts';

type Until = Outcome<{ readonly until: number }>;

export interface Breaks {
  /** Locks the limits on oneself against looser ones. */
  lock(user: UserRecord, days: number): Promise<Until>;
  coolOff(user: UserRecord, days: number): Promise<Until>;
  /** Asks again who it is: nobody can take it back. */
  exclude(
    session: Session,
    form: { period: Exclusion; password: string; factor: string },
    cause: ChangeCause,
  ): Promise<Until | ReauthRefusal>;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly reauthenticator: Reauthenticator;
  readonly cancelPending: (user: UserRecord) => void;
};

/** Changes what of a person's breaks is later then, under the lock, and answers until when it lasts. */
async function extend(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  user: UserRecord,
  act: string,
  next: (now: UserRecord, nowMs: number) => Partial<BreakColumns> & { readonly until: number },
  after: (trx: Trx, now: UserRecord, untilMs: number) => Promise<void> = async () => {},
): Promise<number> {
  return db.transaction(async (trx) => {
    const now = await lockOwn(trx, user);
    const nowMs = clock.now();
    const { until, ...breaks } = next(now, nowMs);
    await setBreaks(trx, now.id, breaks);
    await after(trx, now, until);
    const who = `user:${now.uid}`;
    await appendAudit(trx, { at: nowMs, actor: who, act, subject: who, detail: `until ${new Date(until).toISOString()}` });
    return until;
  });
}

export function createBreaks(parts: Parts): Breaks {
  const { letters, ownerLetters, reauthenticator } = parts;
  return {
    async lock(user, days) {
      const until = await extend(parts, user, 'limits.lock', (now, nowMs) => {
        const limits_locked_until = untilAfterDays(now.limits_locked_until, nowMs, days);
        return { limits_locked_until, until: limits_locked_until };
      });
      return done({ until }, 'limitsLocked');
    },

    async coolOff(user, days) {
      const until = await extend(parts, user, 'cool-off', (now, nowMs) => {
        const cool_off_until = untilAfterDays(now.cool_off_until, nowMs, days);
        return { cool_off_until, until: cool_off_until };
      });
      parts.cancelPending(user);
      return done({ until }, 'coolOffBegun');
    },

    async exclude(session, { period, password, factor }, cause) {
      const { user } = session;
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip);
      if (refusal) return refusal;
      const exclude = (now: UserRecord, nowMs: number) => {
        const excluded_until = excludedUntil(now.excluded_until, nowMs, period);
        return { excluded_until, until: excluded_until };
      };
      const until = await extend(parts, user, 'exclude', exclude, (trx, now, untilMs) =>
        ownerLetters.tellAll(trx, now, addressesOf(now), {
          ...cause,
          template: 'selfExcluded',
          params: { until: untilText(untilMs) },
        }),
      );
      letters.wake();
      parts.cancelPending(user);
      return done({ until }, 'excluded');
    },
  };
}

/** As a letter says it: a date, or that there is none. */
const untilText = (untilMs: number): string => (isForever(untilMs) ? '∞' : `${utcMinuteUntil(untilMs)} (UTC)`);
