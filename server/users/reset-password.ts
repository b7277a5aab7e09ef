/**
 * A new password for whoever has lost theirs, by a code that was sent to the address of the account. Nothing tells whether there is such an
 * account: where there is none, no code was sent, and every code is wrong.
 */

import type * as v from 'valibot';
import { normalEmail } from '#domain/credentials.ts';
import type { ForgetPasswordForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Codes } from '../codes/codes.ts';
import type { Db } from '../database/database.ts';
import type { Letters } from '../letters/letters.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, invalidField, type Outcome, refusedField } from '../outcome.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { lockPerson } from '../repositories/identity-repository.ts';
import { changePasswordHash, type UserRecord, userById } from '../repositories/user-repository.ts';
import { noteCredentialChange } from './credential-change.ts';
import type { Devices } from './devices.ts';
import { normalMobile } from './login-name.ts';
import { emailOrMobile, nameOwner } from './name-owner.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { emptyProblem, isPayPasswordProblem, passwordProblem, repeatProblem } from './password-rules.ts';
import type { Sessions } from './sessions.ts';

type Form = v.InferOutput<typeof ForgetPasswordForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly codes: Codes;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly hasher: PasswordHasher;
  readonly sessions: Sessions;
  readonly devices: Pick<Devices, 'forgetOthers'>;
};
export type ResetPassword = (form: Form, cause: ChangeCause) => Promise<Outcome>;

const codeWrong = refusedField('codeWrong', { field: 'auth_code', value: '', allowed: 'the code that was sent, within ten minutes' });

/** What is wrong before any code is looked at, or the account's name. */
function resetTerms(form: Form): Outcome | { name: string; email: string | null; mobile: string | null } {
  const name = form.type === 'email' ? normalEmail(form.account) : normalMobile(form.account);
  if (name === undefined) {
    const allowed = form.type === 'email' ? 'an e-mail address' : 'a prefix such as +001 and the number';
    return invalidField({ field: 'account', value: form.account, allowed });
  }
  if (form.new_password !== form.secondary_password) return repeatProblem('secondary_password', 'new_password');
  const [email, mobile] = emailOrMobile(form.type, name);
  const problem = passwordProblem({ field: 'new_password', password: form.new_password, names: [name] });
  if (problem) return problem;
  return form.auth_code === '' ? emptyProblem('auth_code') : { name, email, mobile };
}

export function createResetPassword(parts: Parts): ResetPassword {
  const { db, clock, codes, letters, ownerLetters, hasher, sessions, devices } = parts;
  return async (form, cause) => {
    const terms = resetTerms(form);
    if ('code' in terms) return terms;
    const held = await codes.hold(terms.name, 'reset', form.auth_code);
    const owner = held && (await nameOwner(db, terms.email, terms.mobile));
    if (!held || !owner) return codeWrong;
    const network = widerNetworkOf(cause.ip);
    const isPay = owner.pay_password_hash !== null && (await hasher.verify(owner.pay_password_hash, form.new_password, 'unknown', network));
    if (isPay) return isPayPasswordProblem('new_password');
    const renewed = await hasher.hash(form.new_password, 'unknown', network);
    const tell = await db.transaction(async (trx) => {
      await lockPerson(trx, owner.id);
      // While the password was hashed the account may have left the address, and whoever reads there has no more to do with it.
      const user = (await userById(trx, owner.id)) as UserRecord;
      if ((terms.email ?? terms.mobile) !== (terms.email === null ? user.mobile : user.email)) return undefined;
      if (!(await held.spend(trx))) return undefined;
      const atMs = clock.now();
      await changePasswordHash(trx, { id: user.id, old: undefined, renewed, atMs });
      // Who reads the mail of somebody with a second factor gets in with it, from whatever device.
      if (user.two_factor === 1) await devices.forgetOthers(trx, user.id, null);
      const ended = await sessions.revokeOthers(user.id, undefined, trx, 'reset');
      await noteCredentialChange(ownerLetters, trx, {
        ...cause,
        user,
        act: 'password reset',
        template: 'passwordReset',
        atMs,
        whileFrozen: true,
      });
      return ended;
    });
    if (!tell) return codeWrong;
    tell();
    letters.wake();
    return done(null, 'passwordReset');
  };
}
