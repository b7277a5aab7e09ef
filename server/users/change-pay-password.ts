/** The pay password: set or changed by whoever proves the login password; withdrawals wait either way (decision D9.28). */
import type * as v from 'valibot';
import { withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import type { AmendPayPasswordForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Letters } from '../letters/letters.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, refused, refusedField } from '../outcome.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { changePayPasswordHash } from '../repositories/user-repository.ts';
import type { ChangeReply } from './change-password.ts';
import { noteCredentialChange } from './credential-change.ts';
import { holdSession } from './live-session.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { emptyProblem } from './password-rules.ts';
import type { Reauthenticator } from './reauth.ts';
import { payPasswordProblem } from './registration.ts';
import type { Session } from './sessions.ts';

type Form = v.InferOutput<typeof AmendPayPasswordForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly hasher: PasswordHasher;
  readonly reauthenticator: Reauthenticator;
};
export type ChangePayPassword = (session: Session, form: Form, cause: ChangeCause) => Promise<ChangeReply>;

export function createChangePayPassword({ db, clock, letters, ownerLetters, hasher, reauthenticator }: Parts): ChangePayPassword {
  return async (session, form, cause) => {
    const { user } = session;
    if (user.frozen === 1) return refused('frozen');
    if (form.current === '') return emptyProblem('current');
    const names = [user.email, user.mobile];
    const problem = payPasswordProblem({ field: 'password', payPassword: form.password, password: form.current, names });
    if (problem) return problem;
    const refusal = await reauthenticator.check(session, { password: form.current, factor: form.factor, field: 'current' }, cause.ip);
    if (refusal) return refusal;
    const renewed = await hasher.hash(form.password, 'known', widerNetworkOf(cause.ip));
    const atMs = clock.now();
    const [act, template, message] =
      user.pay_password_hash === null
        ? (['pay password set', 'payPasswordSet', 'payPasswordSet'] as const)
        : (['pay password', 'payPasswordChanged', 'payPasswordChanged'] as const);
    const isChanged = await db.transaction(async (trx) => {
      await holdSession(trx, session);
      if (!(await changePayPasswordHash(trx, { id: user.id, passwordHash: user.password_hash ?? '', renewed, atMs }))) return false;
      await noteCredentialChange(ownerLetters, trx, { ...cause, user, act, template, atMs });
      return true;
    });
    if (!isChanged) {
      return refusedField(
        'passwordWrong',
        { field: 'current', value: '', allowed: 'the password of this account' },
        'currentPasswordWrong',
      );
    }
    letters.wake();
    return done({ locked_until: withdrawalsLockedUntil(atMs) }, message);
  };
}
