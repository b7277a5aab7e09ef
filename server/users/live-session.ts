/**
 * For every write of a session: whoever was logged out, or whose account was closed, between the gate and the act does not get it done (decisions
 * D9.277, D9.398).
 */
import type { Trx } from '../database/database.ts';
import { lockPerson } from '../repositories/identity-repository.ts';
import { isSessionAlive } from '../repositories/session-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Session } from './sessions.ts';

/** Which session acts, and whose it is. */
export type ActingSession = Pick<Session, 'tokenHash'> & { readonly user: Pick<UserRecord, 'id' | 'uid'> };

/** The session ended while its call was on its way; answered as a call without a session is. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError';
}

/**
 * Locks the row of the session's person, as does everything that ends other people's sessions of the account, and a closing, which ends all;
 * throws `SessionEndedError` where one of them has ended this one. Before everything else that the transaction writes of the person.
 */
export async function holdSession(trx: Trx, { user, tokenHash }: ActingSession): Promise<void> {
  await lockPerson(trx, user.id);
  if (!(await isSessionAlive(trx, tokenHash))) throw new SessionEndedError('the session ended while its call was on its way');
}
