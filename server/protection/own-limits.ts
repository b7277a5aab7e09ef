/**
 * Limits that people set on themselves (decision D9.238), and how often a session reminds them. Every change of a limit is made under the lock that
 * placing an order takes too, and reads what stands under it: of two at once the second one knows of the first.
 */
import {
  askedLimit,
  BOUND_DIGITS_MAX,
  isCount,
  isLooser,
  isSameLimit,
  type LimitKind,
  limitAt,
  NO_LIMIT,
  typedBound,
} from '#domain/own-limits.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { done, invalidField, type Outcome } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { ownLimitsOf, peopleWithDueLimits, putOwnLimit, setBreaks } from '../repositories/own-limit-repository.ts';
import { type UserRecord, userById } from '../repositories/user-repository.ts';
import { holdSession } from '../users/live-session.ts';
import type { Session } from '../users/sessions.ts';
import { waits } from './freezes.ts';
import { lockOwn, lockOwnBySession } from './own-lock.ts';
import { limitText } from './used-of-limits.ts';

export interface OwnLimits {
  /** `value`: '' for no limit. Tighter at once, looser after a wait; 1019 for a looser one while the settings are locked. */
  set(session: Session, kind: LimitKind, value: string): Promise<Outcome<null>>;
  remind(session: Session, minutes: number): Promise<Outcome<null>>;
  /** Housekeeping: what was asked for long enough ago holds now. */
  readonly loosening: WallKind;
}

type Parts = { readonly db: Db; readonly clock: Clock };

const LOOSEN_EVERY_MS = 60_000;
const PEOPLE_AT_ONCE = 100;

const noBound = (kind: LimitKind, value: string): Outcome<never> => {
  const form = isCount(kind) ? 'a whole number' : `an amount with at most ${BOUND_DIGITS_MAX} digits after the point`;
  return invalidField({ field: 'value', value, allowed: `${form}, or nothing for no limit` }) as Outcome<never>;
};

export function createOwnLimits({ db, clock }: Parts): OwnLimits {
  return {
    async set(session, kind, value) {
      const typed = typedBound(kind, value);
      if (!typed) return noBound(kind, value);
      return db.transaction(async (trx) => {
        const person = await lockOwnBySession(trx, session);
        const nowMs = clock.now();
        const stored = (await ownLimitsOf(trx, person.id)).get(kind) ?? NO_LIMIT;
        // What is due holds, even if the housekeeping has not run yet.
        const limit = limitAt(stored, nowMs, person.limits_locked_until);
        if (isLooser(limit, typed.bound) && nowMs < person.limits_locked_until) return waits(person.limits_locked_until);
        const asked = askedLimit(limit, typed.bound, nowMs);
        const message = asked.nextAtMs > 0 ? 'limitWaits' : 'limitSet';
        // What changes nothing leaves no row in the audit, which is never shortened.
        if (isSameLimit(asked, stored)) return done(null, message);
        await putOwnLimit(trx, person.id, kind, asked);
        const detail = `${kind} ${value || 'none'}${asked.nextAtMs > 0 ? ` from ${new Date(asked.nextAtMs).toISOString()}` : ''}`;
        const who = `user:${person.uid}`;
        await appendAudit(trx, { at: nowMs, actor: who, act: 'limit.ask', subject: who, detail });
        return done(null, message);
      });
    },

    async remind(session, minutes) {
      await db.transaction(async (trx) => {
        await holdSession(trx, session);
        await setBreaks(trx, session.user.id, { remind_minutes: minutes });
      });
      return done(null, 'reminderSet');
    },
    loosening: { everyMs: LOOSEN_EVERY_MS, run: loosen },
  };
}

/** Applies looser limits whose time has come, one person after another, each under their lock. */
async function loosen(trx: Trx, nowMs: number): Promise<void> {
  const people = await peopleWithDueLimits(trx, nowMs, PEOPLE_AT_ONCE);
  // In id order, to avoid a deadlock.
  for (const userId of people.sort((a, b) => a - b)) {
    const user = (await userById(trx, userId)) as UserRecord;
    const person = await lockOwn(trx, user);
    for (const [kind, stored] of await ownLimitsOf(trx, userId)) {
      const limit = limitAt(stored, nowMs, person.limits_locked_until);
      if (limit === stored) continue;
      await putOwnLimit(trx, userId, kind, limit);
      const detail = `${kind} ${limit.bound === undefined ? 'none' : limitText(kind, limit.bound)}`;
      await appendAudit(trx, { at: nowMs, actor: 'own limit', act: 'limit.loosen', subject: `user:${person.uid}`, detail });
    }
  }
}
