/**
 * Breaks that people take: the lock of their limits, a cool-off, self-exclusion (decision D9.239). Each is made under the lock that opening an order
 * takes too, and none ends earlier for being asked for again.
 */
import { type Exclusion, excludedUntil, untilAfterDays } from '#domain/protection.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { addressesOf, type Letters } from '../letters/letters.ts';
import { done, type Outcome } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { type BreakColumns, setBreaks } from '../repositories/own-limit-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session } from '../users/sessions.ts';
import type { FormerAddresses } from './former-addresses.ts';
import { lockOwnBySession } from './own-lock.ts';
import type { ChangeCause, OwnerLetters } from './owner-letters.ts';
import { type SameDocument, untilText } from './same-document.ts';

type Until = Outcome<{ readonly until: number }>;

export interface Breaks {
  /** Locks the limits on oneself against looser ones. */
  lock(session: Session, days: number): Promise<Until>;
  coolOff(session: Session, days: number): Promise<Until>;
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
  readonly formerAddresses: Pick<FormerAddresses, 'reserveLonger'>;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly reauthenticator: Reauthenticator;
  readonly cancelPending: (user: UserRecord) => void;
  readonly sameDocument: Pick<SameDocument, 'follow'>;
};
type BreakColumn = Exclude<keyof BreakColumns, 'remind_minutes'>;

/** Less than this is no longer break: a press that came twice. */
const EXTENSION_MS_MIN = MINUTE_MS;

/**
 * Makes one of a person's breaks last longer, under the lock, and answers until when it lasts. Where it lasts as long already nothing is
 * written, `after` included.
 */
async function extend(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  session: Session,
  { act, column, untilOf }: { act: string; column: BreakColumn; untilOf: (beforeMs: number, nowMs: number) => number },
  after: (trx: Trx, now: UserRecord, untilMs: number) => Promise<void> = async () => {},
): Promise<number> {
  return db.transaction(async (trx) => {
    const now = await lockOwnBySession(trx, session);
    const nowMs = clock.now();
    const until = untilOf(now[column], nowMs);
    if (until - now[column] < EXTENSION_MS_MIN) return now[column];
    await setBreaks(trx, now.id, { [column]: until });
    await after(trx, now, until);
    const who = `user:${now.uid}`;
    await appendAudit(trx, { at: nowMs, actor: who, act, subject: who, detail: `until ${new Date(until).toISOString()}` });
    return until;
  });
}

export function createBreaks(parts: Parts): Breaks {
  const { formerAddresses, letters, ownerLetters, reauthenticator } = parts;
  const byDays = (days: number) => (beforeMs: number, nowMs: number) => untilAfterDays(beforeMs, nowMs, days);
  return {
    async lock(session, days) {
      const until = await extend(parts, session, { act: 'limits.lock', column: 'limits_locked_until', untilOf: byDays(days) });
      return done({ until }, 'limitsLocked');
    },

    async coolOff(session, days) {
      const until = await extend(parts, session, { act: 'cool-off', column: 'cool_off_until', untilOf: byDays(days) });
      parts.cancelPending(session.user);
      return done({ until }, 'coolOffBegun');
    },

    async exclude(session, { period, password, factor }, cause) {
      const { user } = session;
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip);
      if (refusal) return refusal;
      const untilOf = (beforeMs: number, nowMs: number) => excludedUntil(beforeMs, nowMs, period);
      const until = await extend(parts, session, { act: 'exclude', column: 'excluded_until', untilOf }, async (trx, now, untilMs) => {
        await formerAddresses.reserveLonger(trx, { userId: now.id, untilMs });
        const params = { until: untilText(untilMs) };
        await ownerLetters.tellAll(trx, now, addressesOf(now), { ...cause, template: 'selfExcluded', params });
      });
      letters.wake();
      parts.cancelPending(user);
      parts.sameDocument.follow(user.id);
      return done({ until }, 'excluded');
    },
  };
}
