/**
 * The one lock of what protects a person: their row, then all their accounts; the audit's comes last, with the act's row in it. Under
 * it no order of theirs is being opened, and no other change of their protection is made; what it gives is how they stand now.
 */
import type { Trx } from '../database/database.ts';
import { accountTypesOf, lockPersonAccounts } from '../ledger/person-account.ts';
import { lockPerson } from '../repositories/identity-repository.ts';
import { type UserRecord, userById } from '../repositories/user-repository.ts';
import { holdSession } from '../users/live-session.ts';
import type { Session } from '../users/sessions.ts';

export async function lockOwn(trx: Trx, { id, realm }: Pick<UserRecord, 'id' | 'realm'>): Promise<UserRecord> {
  await lockPerson(trx, id);
  await lockPersonAccounts(
    trx,
    accountTypesOf(realm).map((type) => ({ userId: id, type })),
  );
  return (await userById(trx, id)) as UserRecord;
}

/** The same for an act of a session, which must still live: throws `SessionEndedError` where it was ended meanwhile (decision D9.277). */
export async function lockOwnBySession(trx: Trx, session: Session): Promise<UserRecord> {
  await holdSession(trx, session);
  return lockOwn(trx, session.user);
}
