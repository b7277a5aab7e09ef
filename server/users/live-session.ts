/** For acts that outlive a session: whoever was logged out between the gate and the act does not get it done (decision D9.277). */
import type { Trx } from '../database/database.ts';
import { lockPerson } from '../repositories/identity-repository.ts';
import { isSessionAlive } from '../repositories/session-repository.ts';
import type { Session } from './sessions.ts';

/** The session ended while its call was on its way; answered as a call without a session is. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError';
}

/**
 * Locks the row of the session's person, as does everything that ends other people's sessions of the account, and throws `SessionEndedError`
 * where it has ended this one. Before everything else that the transaction writes of the person.
 */
export async function holdSession(trx: Trx, { user, tokenHash }: Pick<Session, 'user' | 'tokenHash'>): Promise<void> {
  await lockPerson(trx, user.id);
  if (!(await isSessionAlive(trx, tokenHash))) throw new SessionEndedError('the session ended while its call was on its way');
}
