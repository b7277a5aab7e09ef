/**
 * The second factor of a person: an authenticator app, and recovery codes in its place. It is begun (a secret that counts for nothing yet), set
 * by its first right code, and removed. Every right code counts once: a time step by its number, a recovery code by its row.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import type { LetterTemplate } from '../letters/letter.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import {
  countWrongCode,
  deleteSecondFactor,
  hasRecoveryCode,
  putSecondFactor,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  type SecondFactorRecord,
  secondFactorOf,
  setSecondFactor,
  spendRecoveryCode,
  takeFirstTry,
  takeStep,
} from '../repositories/factor-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import { type CredentialAct, noteCredentialChange } from '../users/credential-change.ts';
import type { Devices } from '../users/devices.ts';
import { endOpenedBy, type Opening } from '../users/end-opened-by.ts';
import { holdSession } from '../users/live-session.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import { newRecoveryCodes, plainRecoveryCode, recoveryHash } from './recovery-codes.ts';
import { matchingStep, newSecret, secretUri } from './totp.ts';

/** Wrong codes of an app within a day, after which only recovery codes count until the day is over: six digits are few. */
const WRONG_CODES_MAX = 20;
/** How long a secret that was begun waits for its first code, and how many codes it takes: whoever has a session could guess on for ever. */
const BEGUN_MS = HOUR_MS;
const BEGUN_TRIES_MAX = 5;
/** So long the set-up shows the session that began it the same secret: whoever comes back from their app, or loads the page anew, goes on with it. */
const BEGUN_SHOWN_MS = 10 * MINUTE_MS;

/** By what a code was right; `undefined`: it was not. */
type RightWay = 'code' | 'recovery' | undefined;
/** 'look': whether it would be right, while something else of the same act is looked at; a right code counts still. */
type Use = 'spend' | 'look';
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: InstallationKey;
  readonly sessions: Pick<Sessions, 'revokeOthers' | 'revokeThese'>;
  readonly devices: Pick<Devices, 'forgetOthers' | 'forget'>;
  readonly ownerLetters: OwnerLetters;
  /** Letters were written: send them soon. */
  readonly wake: () => void;
};

export interface SecondFactors {
  /** A secret, which counts once `set` had a code of it: the one that this session has begun a moment ago, else a new one. `undefined` while one is set. */
  begin(session: Session): Promise<{ secret: string; uri: string } | undefined>;
  /**
   * Sets what this session has begun and gives ten recovery codes; `undefined` for a wrong code, 'over' when it has begun nothing that still takes
   * one. All other sessions of the person end and their devices are forgotten: whoever knew the password alone is out.
   */
  set(session: Session, code: string, cause: ChangeCause): Promise<string[] | 'over' | undefined>;
  /** Sessions that a code of it opened end, but the one that asks. */
  remove(session: Session, cause: ChangeCause): Promise<void>;
  /** Ten new ones; the old ones count no more. */
  renewCodes(session: Session, cause: ChangeCause): Promise<string[]>;
  /** Looks at a code in the caller's transaction, which it must commit whatever the answer: a right code is spent unless told, a wrong one counted. */
  check(trx: Trx, user: UserRecord, code: string, use?: Use): Promise<RightWay>;
  codesLeft(userId: number): Promise<number>;
}

type StepOf = (factor: SecondFactorRecord, code: string) => number | undefined;

/** Another session sees none that this one has begun: it may be a thief's. One that takes no code any more is shown to nobody. */
const isStillShown = (begun: SecondFactorRecord, tokenHash: string, nowMs: number): boolean =>
  begun.begun_by === tokenHash && nowMs - begun.created_at < BEGUN_SHOWN_MS && begun.failures < BEGUN_TRIES_MAX;

/** A code of a login or of a question: a recovery code counts once, one of the phone is held after too many wrong ones of a day. */
const checking =
  ({ clock, key }: Parts, stepOf: StepOf): SecondFactors['check'] =>
  async (trx, user, code, use = 'spend') => {
    const factor = await secondFactorOf(trx, user.id);
    if (!factor || factor.is_set === 0) return undefined;
    const plain = plainRecoveryCode(code);
    if (plain !== undefined) {
      const hash = recoveryHash(key, user.id, plain);
      const isRight = use === 'look' ? await hasRecoveryCode(trx, user.id, hash) : await spendRecoveryCode(trx, user.id, hash, clock.now());
      return isRight ? 'recovery' : undefined;
    }
    const isHeld = factor.failures >= WRONG_CODES_MAX && clock.now() - factor.failures_since < DAY_MS;
    const step = isHeld ? undefined : stepOf(factor, code.replace(/\s/g, ''));
    const isRight = step !== undefined && (use === 'look' ? step > factor.last_step : await takeStep(trx, user.id, step));
    if (isRight) return 'code';
    if (!isHeld) await countWrongCode(trx, user.id, clock.now(), DAY_MS);
    return undefined;
  };

export function createSecondFactors(parts: Parts): SecondFactors {
  const { db, clock, key } = parts;
  const purpose = (userId: number): string => `totp ${userId}`;
  const stepOf: StepOf = ({ user_id, secret }, code) => matchingStep(key.decrypt(purpose(user_id), secret), code, clock.now());
  const note = (trx: Trx, user: UserRecord, cause: ChangeCause, change: { act: CredentialAct; template: LetterTemplate }): Promise<void> =>
    noteCredentialChange(parts.ownerLetters, trx, { ...cause, ...change, user, atMs: clock.now() });
  const giveCodes = async (trx: Trx, user: UserRecord): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => recoveryHash(key, user.id, plainRecoveryCode(code) ?? ''));
    await replaceRecoveryCodes(trx, user.id, hashes);
    return codes;
  };

  return {
    async begin(session) {
      const { user, tokenHash } = session;
      const secret = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        const stored = await secondFactorOf(trx, user.id);
        if (stored?.is_set === 1) return undefined;
        const nowMs = clock.now();
        if (stored && isStillShown(stored, tokenHash, nowMs)) return key.decrypt(purpose(user.id), stored.secret);
        const fresh = newSecret();
        const blank = { is_set: 0, last_step: 0, failures: 0, failures_since: 0, created_at: nowMs, begun_by: tokenHash };
        await putSecondFactor(trx, { user_id: user.id, secret: key.encrypt(purpose(user.id), fresh), ...blank });
        return fresh;
      });
      return secret === undefined ? undefined : { secret, uri: secretUri(secret, user.email ?? user.mobile ?? user.uid) };
    },

    async set(session, code, cause) {
      const { user, tokenHash, deviceHash } = session;
      const done = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        // Of another session none is taken: whoever has stolen one could else use up the owner's tries each time, without the password.
        const begun = await takeFirstTry(trx, { userId: user.id, tokenHash }, BEGUN_TRIES_MAX);
        if (!begun || clock.now() - begun.created_at > BEGUN_MS) return 'over';
        const step = stepOf(begun, code.replace(/\s/g, ''));
        if (step === undefined || !(await setSecondFactor(trx, begun, step, clock.now()))) return undefined;
        await parts.devices.forgetOthers(trx, user.id, deviceHash);
        const codes = await giveCodes(trx, user);
        const tell = await parts.sessions.revokeOthers(user.id, tokenHash, trx, 'factor');
        await note(trx, user, cause, { act: 'factor.set', template: 'factorSet' });
        return { codes, tell };
      });
      if (done === undefined || done === 'over') return done;
      done.tell();
      parts.wake();
      return done.codes;
    },

    async remove(session, cause) {
      const tell = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        await deleteSecondFactor(trx, session.user.id);
        const wasOpenedBy = ({ via }: Opening) => via === 'code' || via === 'recovery';
        const told = await endOpenedBy(parts, trx, session, { wasOpenedBy, endedBy: 'factor' });
        await note(trx, session.user, cause, { act: 'factor.remove', template: 'factorRemoved' });
        return told;
      });
      tell();
      parts.wake();
    },

    async renewCodes(session, cause) {
      const codes = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        const given = await giveCodes(trx, session.user);
        await note(trx, session.user, cause, { act: 'factor.codes', template: 'recoveryRenewed' });
        return given;
      });
      parts.wake();
      return codes;
    },

    check: checking(parts, stepOf),
    codesLeft: (userId) => recoveryCodesLeft(db.kysely, userId),
  };
}
