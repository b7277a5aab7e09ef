/**
 * Freezing an account, by its person, by who has the link of a letter, or by an operator, and lifting that again (decisions D9.29, D9.236, D9.237). A
 * freeze ends every session on every node and forgets all devices; what may still be done is said in `src/domain/protection.ts`.
 * Every freeze and every lifting is a row of the audit and a letter to all addresses of the account.
 */
import { type Language, languageOf } from '#domain/languages.ts';
import { type Freeze, type FreezeWay, isStrongerFreeze, liftableAt, liftBarrier, NOT_ME_MS } from '#domain/protection.ts';
import { CREDENTIAL_ERROR } from '#protocol/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { type Address, addressesOf, type Letters } from '../letters/letters.ts';
import { networkOf } from '../limits/network-of.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { secondFactorOf } from '../repositories/factor-repository.ts';
import {
  changeFreezeWay,
  dropNewWaysIn,
  insertFreeze,
  liftFreeze,
  notMeOf,
  spendNotMe,
  standingFreeze,
  voidPassword,
} from '../repositories/freeze-repository.ts';
import { type Sql, type UserRecord, userById, userByUid } from '../repositories/user-repository.ts';
import type { Devices } from '../users/devices.ts';
import { isToken, secretHash } from '../users/opaque-token.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import type { FormerAddresses } from './former-addresses.ts';
import { lockOwn, lockOwnBySession } from './own-lock.ts';
import type { ChangeCause, OwnerLetters } from './owner-letters.ts';
import { undoAddressChanges } from './undo-addresses.ts';

type Reauth = { readonly password: string; readonly factor: string };
type Operator = { readonly actor: string; readonly reason: string };
/** What the link of a letter is about: `act` as in the audit, made at `atMs`; and the language of the letter's reader. */
export type NotMe = { readonly uid: string; readonly act: string; readonly atMs: number; readonly lang: Language | undefined };

export interface Freezes {
  /** By whoever is logged in; their own session ends too. Frozen already: nothing more happens. */
  freeze(user: UserRecord, cause: ChangeCause): Promise<Outcome<null>>;
  /** What a link is about; `undefined` for one that is used, too old or none. Changes nothing. */
  about(link: string): Promise<NotMe | undefined>;
  /** Freezes by a link, once; false for one that is used, too old or none. The password counts no more, nor do passkeys that were added within `NOT_ME_MS`. */
  notMe(link: string, cause: ChangeCause): Promise<boolean>;
  /** By its person: 1019 before its time, 1015 where only an operator may. */
  lift(session: Session, reauth: Reauth, cause: ChangeCause): Promise<Outcome<null> | ReauthRefusal>;
  /** By an operator, of a public number; 'missing': there is none, 'over': it is so already. */
  freezeByOperator(uid: string, operator: Operator): Promise<'done' | 'over' | 'missing'>;
  liftByOperator(uid: string, operator: Operator): Promise<'done' | 'over' | 'missing'>;
  /** The freeze that stands, and from when on its person can lift it; 0: only an operator does. */
  standing(userId: number): Promise<(Freeze & { readonly liftableAtMs: number }) | undefined>;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly formerAddresses: Pick<FormerAddresses, 'reserve'>;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly sessions: Pick<Sessions, 'revokeOthers'>;
  readonly devices: Pick<Devices, 'forgetOthers'>;
  readonly reauthenticator: Reauthenticator;
  /** Somebody may take no new risk any more: what waits for its price is cancelled soon. */
  readonly cancelPending: (user: UserRecord) => void;
};
type Cause = {
  readonly way: FreezeWay;
  readonly actor: string;
  readonly detail: string;
  readonly letter: ChangeCause;
  /** The change of an address that the link takes back. */
  readonly undoes?: number | undefined;
};

/** An operator's letters come from nowhere; in English to whose language nobody knows. */
const FROM_OPERATOR: ChangeCause = { ip: '-', lang: 'en' };

/** Freezes in a transaction; `undefined` when it stands already, else what to call after the commit. */
async function freezeIn(
  parts: Parts,
  trx: Trx,
  person: UserRecord,
  { way, actor, detail, letter, undoes }: Cause,
): Promise<(() => void) | undefined> {
  const nowMs = parts.clock.now();
  const user = await lockOwn(trx, person);
  // It was closed while this was on its way: there is nothing left to freeze.
  if (user.closed_at > 0) return undefined;
  const stands = await standingFreeze(trx, user.id);
  const isStronger = stands === undefined || isStrongerFreeze(way, stands.way);
  // A link says again that somebody was in, whatever stands.
  if (!isStronger && way !== 'link') return undefined;
  if (!stands) await insertFreeze(trx, { userId: user.id, way, atMs: nowMs });
  else if (isStronger) await changeFreezeWay(trx, user.id, way, nowMs);
  await parts.devices.forgetOthers(trx, user.id, null);
  if (way === 'link') {
    await voidPassword(trx, user.id);
    await dropNewWaysIn(trx, user.id, nowMs - NOT_ME_MS);
  }
  const back = undoes === undefined ? user : await undoAddressChanges(parts, trx, user, undoes);
  const tell = await parts.sessions.revokeOthers(user.id, undefined, trx, 'freeze');
  await parts.ownerLetters.tellAll(trx, user, addressesOfEither(user, back), { template: 'accountFrozen', ...letter });
  await appendAudit(trx, { at: nowMs, actor, act: 'freeze', subject: `user:${user.uid}`, detail: `${way}: ${detail}` });
  return tell;
}

/** What the account had, and what it has again: whoever reads either of them hears of it. */
const addressesOfEither = (user: UserRecord, back: Pick<UserRecord, 'email' | 'mobile'>): Address[] => {
  const had = addressesOf(user);
  return [...had, ...addressesOf(back).filter(({ to }) => had.every((one) => one.to !== to))];
};

async function liftIn(parts: Parts, trx: Trx, user: UserRecord, { actor, detail, letter }: Omit<Cause, 'way'>): Promise<boolean> {
  const nowMs = parts.clock.now();
  if (!(await liftFreeze(trx, { userId: user.id, by: actor, atMs: nowMs }))) return false;
  await parts.ownerLetters.tellAll(trx, user, addressesOf(user), { template: 'accountUnfrozen', act: 'unfreeze', ...letter });
  await appendAudit(trx, { at: nowMs, actor, act: 'unfreeze', subject: `user:${user.uid}`, detail });
  return true;
}

/** The freeze that stands, and what keeps its person from lifting it now. */
async function liftStateOf(sql: Sql, userId: number, nowMs: number) {
  const row = await standingFreeze(sql, userId);
  if (!row) return undefined;
  const factor = await secondFactorOf(sql, userId);
  const freeze: Freeze = { way: row.way, atMs: row.frozen_at };
  return { freeze, barrier: liftBarrier(freeze, factor?.is_set === 1 ? factor.set_at : undefined, nowMs) };
}

const fromNetwork = ({ ip }: ChangeCause): string => `from ${networkOf(ip)}`;

export function createFreezes(parts: Parts): Freezes {
  const { db, letters } = parts;
  /** Freezes and does what follows the commit; false when it stood already. */
  const freezeOne = async (user: UserRecord, cause: Cause, before: (trx: Trx) => Promise<boolean> = async () => true): Promise<boolean> => {
    const isDone = await db.transaction(async (trx) => {
      if (!(await before(trx))) return undefined;
      const tell = await freezeIn(parts, trx, user, cause);
      return { tell: tell ?? (() => {}), isNew: tell !== undefined };
    });
    isDone?.tell();
    letters.wake();
    if (isDone) parts.cancelPending(user);
    return isDone?.isNew ?? false;
  };
  return {
    async freeze(user, letter) {
      await freezeOne(user, { way: 'self', actor: `user:${user.uid}`, detail: fromNetwork(letter), letter });
      return done(null, 'accountFrozen');
    },
    ...byLink(parts, freezeOne),
    ...byOperator(parts, freezeOne),
    ...lifting(parts),
    async standing(userId) {
      const state = await liftStateOf(db.kysely, userId, Number.MAX_SAFE_INTEGER);
      return state && { ...state.freeze, liftableAtMs: state.barrier ? 0 : liftableAt(state.freeze) };
    },
  };
}

type FreezeOne = (user: UserRecord, cause: Cause, before?: (trx: Trx) => Promise<boolean>) => Promise<boolean>;

function byLink({ db, clock }: Parts, freezeOne: FreezeOne): Pick<Freezes, 'about' | 'notMe'> {
  const found = async (link: string) => (isToken(link) ? notMeOf(db.kysely, secretHash(link)) : undefined);
  return {
    async about(link) {
      const row = await found(link);
      const user = row && (await userById(db.kysely, row.user_id));
      if (!row || !user || row.used_at !== null || clock.now() >= row.expires_at) return undefined;
      return { uid: user.uid, act: row.act, atMs: row.created_at, lang: languageOf(user.lang) };
    },

    async notMe(link, letter) {
      const row = await found(link);
      const user = row && (await userById(db.kysely, row.user_id));
      if (!row || !user || user.closed_at > 0) return false;
      let isSpent = false;
      const spend = async (trx: Trx): Promise<boolean> => {
        isSpent = await spendNotMe(trx, row, clock.now());
        return isSpent;
      };
      const back = row.undoes === null ? {} : { undoes: row.undoes };
      await freezeOne(user, { way: 'link', actor: 'link', detail: `not me: ${row.act}, ${fromNetwork(letter)}`, letter, ...back }, spend);
      return isSpent;
    },
  };
}

function byOperator(parts: Parts, freezeOne: FreezeOne): Pick<Freezes, 'freezeByOperator' | 'liftByOperator'> {
  const { db, letters } = parts;
  return {
    async freezeByOperator(uid, { actor, reason }) {
      const user = await userByUid(db.kysely, uid);
      if (!user || user.realm === 'demo' || user.closed_at > 0) return 'missing';
      return (await freezeOne(user, { way: 'operator', actor, detail: reason, letter: FROM_OPERATOR })) ? 'done' : 'over';
    },

    async liftByOperator(uid, { actor, reason }) {
      const user = await userByUid(db.kysely, uid);
      if (!user) return 'missing';
      const isLifted = await db.transaction(async (trx) => {
        const person = await lockOwn(trx, user);
        return liftIn(parts, trx, person, { actor, detail: reason, letter: FROM_OPERATOR });
      });
      letters.wake();
      return isLifted ? 'done' : 'over';
    },
  };
}

function lifting(parts: Parts): Pick<Freezes, 'lift'> {
  const { db, clock, letters, reauthenticator } = parts;
  const problemOf = async (sql: Sql, userId: number): Promise<Outcome<null> | undefined> => {
    const state = await liftStateOf(sql, userId, clock.now());
    if (!state) return refused('notFound', undefined, 'notFrozen');
    if (state.barrier === undefined) return undefined;
    if (state.barrier !== 'wait') return refused('frozen', undefined, 'liftByOperator');
    return waits(liftableAt(state.freeze));
  };
  return {
    async lift(session, { password, factor }, cause) {
      const problem = await problemOf(db.kysely, session.user.id);
      if (problem) return problem;
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip);
      if (refusal) return refusal;
      const outcome = await db.transaction(async (trx) => {
        const person = await lockOwnBySession(trx, session);
        // It may have been hardened while password and code were checked, or the factor changed.
        const late = await problemOf(trx, person.id);
        if (late) return late;
        await liftIn(parts, trx, person, { actor: `user:${person.uid}`, detail: fromNetwork(cause), letter: cause });
        return done(null, 'accountUnfrozen');
      });
      letters.wake();
      return outcome;
    },
  };
}

/** Code 1019: the act is locked until then. */
export const waits = (untilMs: number): Outcome<never> =>
  ({ code: CREDENTIAL_ERROR.actWaits, message: 'actWaits', data: { until: untilMs } }) as unknown as Outcome<never>;
