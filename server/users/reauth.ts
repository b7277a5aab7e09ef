/**
 * Asks somebody who is logged in again who they are, before a sensitive act (decisions D9.28, D1.5.11, D9.226): the password, and a code of
 * the second factor where one is set. It goes through the guard of the login: whoever has stolen a session can guess here no faster than there,
 * and holds up nobody but that session. A code of the factor is spent last, by an act of which nothing else was wrong (decision D9.427).
 */
import type { Db } from '../database/database.ts';
import type { SecondFactors } from '../factors/second-factor.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { type Outcome, refusedField } from '../outcome.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { LoginGuard } from './login-guard.ts';
import { guardedName } from './login-name.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Session } from './sessions.ts';

/** About as long as a network's share of the hasher's queue takes. */
const SHARE_WAIT_MS = 1_000;

/** `field`: where the person typed the password. `factor`: '' without a code. */
type Claim = { readonly password: string; readonly factor: string; readonly field: 'password' | 'current' };
/** Why an act is not done: 1014 on the password, 1016 or 1017 on `factor`; `waitMs`: too many wrong ones, come back later. */
export type ReauthRefusal = Outcome<never> | { readonly waitMs: number };

type AlsoProof = () => Promise<Outcome<never> | undefined>;

export interface Reauthenticator {
  /** `undefined` when it is them. `also`: what else proves this act, asked once password and factor are right and before the factor is spent. */
  check(session: Session, claim: Claim, ip: string, also?: AlsoProof): Promise<ReauthRefusal | undefined>;
}

type Parts = {
  readonly db: Db;
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
  readonly factors: Pick<SecondFactors, 'check'>;
};

export function createReauthenticator({ db, guard, hasher, factors }: Parts): Reauthenticator {
  const factorProblem = async (user: UserRecord, factor: string, use: 'spend' | 'look'): Promise<Outcome<never> | undefined> => {
    const asked = { field: 'factor', value: '', allowed: 'a code of your authenticator app, or a recovery code' };
    if (factor === '') return refusedField('factorNeeded', asked);
    const way = await db.transaction((trx) => factors.check(trx, user, factor, use));
    return way === undefined ? refusedField('factorWrong', asked) : undefined;
  };
  return {
    async check({ user, tokenHash }, { password, factor, field }, ip, also) {
      const attempt = { login: guardedName(user), ip, device: `session ${tokenHash}` };
      const network = widerNetworkOf(ip);
      if (hasher.isShareTaken('known', network)) return { waitMs: SHARE_WAIT_MS };
      if (!hasher.hasRoom('known', network)) throw new BusyError('too many password hashes wait');
      // From here to the hash nothing waits, as at the login.
      const waitMs = guard.admit(attempt);
      if (waitMs > 0) return { waitMs };
      const isRight = await hasher.verify(user.password_hash ?? undefined, password, 'known', network);
      if (!isRight)
        return refusedField('passwordWrong', { field, value: '', allowed: 'the password of this account' }, 'currentPasswordWrong');
      const isFactorAsked = user.two_factor === 1;
      const problem = isFactorAsked ? await factorProblem(user, factor, also ? 'look' : 'spend') : undefined;
      if (problem) return problem;
      guard.succeeded(attempt);
      const other = await also?.();
      return other || !also || !isFactorAsked ? other : factorProblem(user, factor, 'spend');
    },
  };
}
