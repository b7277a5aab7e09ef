/** Whose a login name is. */
import type { AccountKind } from '#domain/registration.ts';
import type { Db } from '../database/database.ts';
import { type UserRecord, userByEmail, userByMobile } from '../repositories/user-repository.ts';

/** The columns of a login name: e-mail and mobile, one of them null. */
export const emailOrMobile = (type: AccountKind, name: string): [string | null, string | null] =>
  type === 'email' ? [name, null] : [null, name];

/** The user of a stored name; `undefined` when nobody has it. */
export function nameOwner(db: Db, email: string | null, mobile: string | null): Promise<UserRecord | undefined> {
  if (email !== null) return userByEmail(db.kysely, email);
  return mobile !== null ? userByMobile(db.kysely, mobile) : Promise.resolve(undefined);
}
