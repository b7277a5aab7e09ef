/**
 * A new password for whoever is logged in: they prove it by the current one and, where the site asks for it, by a code that was sent to an
 * address of theirs (decision D1.5.11). All other sessions end, and withdrawals wait.
 */
import type * as v from 'valibot';
import { withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import { isOn } from '#domain/setting-defaults.ts';
import type { AmendPasswordForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Codes, HeldCode } from '../codes/codes.ts';
import type { Db } from '../database/database.ts';
import type { Letters } from '../letters/letters.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, invalidField, type Outcome, refusedField } from '../outcome.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { changePasswordHash, type UserRecord } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import { noteCredentialChange } from './credential-change.ts';
import { holdSession } from './live-session.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { emptyProblem, isPayPasswordProblem, passwordProblem } from './password-rules.ts';
import type { Reauthenticator, ReauthRefusal } from './reauth.ts';
import type { Session, Sessions } from './sessions.ts';

type Form = v.InferOutput<typeof AmendPasswordForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly codes: Codes;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly reauthenticator: Reauthenticator;
};
/** What a change of a credential answers. */
export type ChangeReply = Outcome<{ locked_until: number }> | Outcome<unknown> | ReauthRefusal;
export type ChangePassword = (session: Session, form: Form, cause: ChangeCause) => Promise<ChangeReply>;

const codeWrong = refusedField('codeWrong', { field: 'auth_code', value: '', allowed: 'the code that was sent, within ten minutes' });
const changedMeanwhile = refusedField(
  'passwordWrong',
  { field: 'password', value: '', allowed: 'the password of this account' },
  'currentPasswordWrong',
);

export function createChangePassword(parts: Parts): ChangePassword {
  const { db, clock, letters, ownerLetters, hasher, sessions, reauthenticator } = parts;
  return async (session, form, cause) => {
    const { user, tokenHash } = session;
    const problem = formProblem(form, user);
    if (problem) return problem;
    const needed = neededCode(parts, form, user);
    if (needed && 'code' in needed) return needed;
    const network = widerNetworkOf(cause.ip);
    let held: HeldCode | undefined;
    const claim = { password: form.password, factor: form.factor, field: 'password' } as const;
    const refusal = await reauthenticator.check(session, claim, cause.ip, async () => {
      held = needed && (await heldCode(parts.codes, needed.target, form.auth_code));
      if (needed && !held) return codeWrong;
      const isPay = user.pay_password_hash !== null && (await hasher.verify(user.pay_password_hash, form.new_password, 'known', network));
      return isPay ? isPayPasswordProblem('new_password') : undefined;
    });
    if (refusal) return refusal;
    const renewed = await hasher.hash(form.new_password, 'known', network);
    const atMs = clock.now();
    const ended = await db.transaction(async (trx) => {
      if (held && !(await held.spend(trx))) return codeWrong;
      await holdSession(trx, session);
      if (!(await changePasswordHash(trx, { id: user.id, old: user.password_hash ?? '', renewed, atMs }))) return changedMeanwhile;
      const tell = await sessions.revokeOthers(user.id, tokenHash, trx, 'password');
      await noteCredentialChange(ownerLetters, trx, {
        ...cause,
        user,
        act: 'password',
        template: 'passwordChanged',
        atMs,
        whileFrozen: true,
      });
      return tell;
    });
    if (typeof ended !== 'function') return ended;
    ended();
    letters.wake();
    return done({ locked_until: withdrawalsLockedUntil(atMs) }, 'passwordChanged');
  };
}

function formProblem(form: Form, { email, mobile }: UserRecord): Outcome | undefined {
  const field = 'new_password';
  const problem = passwordProblem({ field, password: form.new_password, names: [email, mobile] });
  if (problem) return problem;
  if (form.password === '') return emptyProblem('password');
  if (form.new_password !== form.password) return undefined;
  return { ...invalidField({ field, value: '', allowed: 'another password than the current one' }), message: 'passwordSame' };
}

/** Which address of theirs must have got a code; `undefined` where the site asks for none. */
function neededCode({ settings }: Parts, form: Form, user: UserRecord): { readonly target: string } | Outcome | undefined {
  if (!isOn(settings.get('is_reset_password_verify'))) return undefined;
  const target = form.type === 'email' ? user.email : user.mobile;
  if (target === null) return invalidField({ field: 'type', value: form.type, allowed: 'a kind of address that this account has' });
  return form.auth_code === '' ? emptyProblem('auth_code') : { target };
}

/** A client of the specification knows of no third type of code: what was sent for a reset, which does more, serves too. */
const heldCode = async (codes: Codes, target: string, code: string): Promise<HeldCode | undefined> =>
  (await codes.hold(target, 'change', code)) ?? codes.hold(target, 'reset', code);
