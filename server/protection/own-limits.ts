/**
 * Limits that people set on themselves, and the breaks that they take (decisions D9.238, D9.239). Every change is made under the lock that opening
 * an order takes too, and reads what stands under it: of two at once the second one knows of the first.
 */
import { type Money, parseDecimal, unitOfDigits } from '#domain/decimal.ts';
import { askedLimit, isLooser, type LimitKind, limitAt, measureOf, NO_LIMIT } from '#domain/own-limits.ts';
import { type Exclusion, excludedUntil, isForever, untilAfterDays } from '#domain/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { addressesOf, type Letters } from '../letters/letters.ts';
import { done, invalidField, type Outcome } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { type Breaks, ownLimitsOf, peopleWithDueLimits, putOwnLimit, setBreaks } from '../repositories/own-limit-repository.ts';
import { type UserRecord, userById } from '../repositories/user-repository.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session } from '../users/sessions.ts';
import { waits } from './freezes.ts';
import { limitText } from './opening-guard.ts';
import { lockOwn } from './own-lock.ts';
import { type ChangeCause, type OwnerLetters, utcMinuteUntil } from './owner-letters.ts';

type Until = Outcome<{ readonly until: number }>;

export interface OwnLimits {
  /** `value`: '' for no limit. Tighter at once, looser after seven days; 1019 for a looser one while the settings are locked. */
  set(user: UserRecord, kind: LimitKind, value: string): Promise<Outcome<null>>;
  remind(user: UserRecord, minutes: number): Promise<Outcome<null>>;
  /** Locks the limits against looser ones; this and the next two never end earlier for being asked again. */
  lock(user: UserRecord, days: number): Promise<Until>;
  coolOff(user: UserRecord, days: number): Promise<Until>;
  /** Asks again who it is: nobody can take it back. */
  exclude(
    session: Session,
    form: { period: Exclusion; password: string; factor: string },
    cause: ChangeCause,
  ): Promise<Until | ReauthRefusal>;
  /** Housekeeping: what was asked for long enough ago holds now. */
  readonly loosening: WallKind;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly reauthenticator: Reauthenticator;
  readonly cancelPending: (user: UserRecord) => void;
};

const LOOSEN_EVERY_MS = 60_000;
const PEOPLE_AT_ONCE = 100;
/** Cents, as money is typed everywhere. */
const MONEY_DIGITS = 2;

/** Money in 10^-8 or a count, `undefined` for none, or what is wrong with it. */
function typedBound(kind: LimitKind, value: string): { readonly bound: bigint | undefined } | Outcome<never> {
  if (value === '') return { bound: undefined };
  const isCount = measureOf(kind) === 'micro';
  const bound = isCount ? (/^\d{1,6}$/.test(value) ? BigInt(value) : undefined) : parseDecimal<Money>(value);
  if (bound !== undefined && (isCount || bound % unitOfDigits(MONEY_DIGITS) === 0n)) return { bound };
  const allowed = isCount
    ? 'a whole number, or nothing for no limit'
    : 'an amount with at most 2 digits after the point, or nothing for no limit';
  return invalidField({ field: 'value', value, allowed }) as Outcome<never>;
}

async function audit(trx: Trx, { uid }: UserRecord, { at, act, detail }: { at: number; act: string; detail: string }): Promise<void> {
  await appendAudit(trx, { at, actor: `user:${uid}`, act, subject: `user:${uid}`, detail });
}

/** Changes what of a person's breaks is later then, under the lock, and answers until when it lasts. */
async function extend(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  user: UserRecord,
  act: string,
  next: (now: UserRecord, nowMs: number) => Partial<Breaks> & { readonly until: number },
  after: (trx: Trx, now: UserRecord, untilMs: number) => Promise<void> = async () => {},
): Promise<number> {
  return db.transaction(async (trx) => {
    const now = await lockOwn(trx, user);
    const nowMs = clock.now();
    const { until, ...breaks } = next(now, nowMs);
    await setBreaks(trx, now.id, breaks);
    await after(trx, now, until);
    await audit(trx, now, { at: nowMs, act, detail: `until ${new Date(until).toISOString()}` });
    return until;
  });
}

export function createOwnLimits(parts: Parts): OwnLimits {
  const { db, clock } = parts;
  return {
    async set(user, kind, value) {
      const typed = typedBound(kind, value);
      if ('code' in typed) return typed;
      return db.transaction(async (trx) => {
        const person = await lockOwn(trx, user);
        const nowMs = clock.now();
        const stored = (await ownLimitsOf(trx, person.id)).get(kind) ?? NO_LIMIT;
        // What is due holds, whether the housekeeping has come by or not.
        const limit = limitAt(stored, nowMs, person.limits_locked_until);
        if (isLooser(limit, typed.bound) && nowMs < person.limits_locked_until) return waits(person.limits_locked_until);
        const asked = askedLimit(limit, typed.bound, nowMs);
        await putOwnLimit(trx, person.id, kind, asked);
        const detail = `${kind} ${value || 'none'}${asked.nextAtMs > 0 ? ` from ${new Date(asked.nextAtMs).toISOString()}` : ''}`;
        await audit(trx, person, { at: nowMs, act: 'limit.ask', detail });
        return done(null, asked.nextAtMs > 0 ? 'limitWaits' : 'limitSet');
      });
    },

    async remind(user, minutes) {
      await db.transaction((trx) => setBreaks(trx, user.id, { remind_minutes: minutes }));
      return done(null, 'reminderSet');
    },
    ...breaks(parts),
    loosening: { everyMs: LOOSEN_EVERY_MS, run: loosen },
  };
}

function breaks(parts: Parts): Pick<OwnLimits, 'lock' | 'coolOff' | 'exclude'> {
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

/** Applies looser limits whose time has come, one person after another, each under their lock. */
async function loosen(trx: Trx, nowMs: number): Promise<void> {
  const people = await peopleWithDueLimits(trx, nowMs, PEOPLE_AT_ONCE);
  // In the order of their ids, so that nobody waits for somebody who waits for him.
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
