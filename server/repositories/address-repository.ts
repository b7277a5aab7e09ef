/** Rows of changes of addresses, and the addresses themselves. SQL only; rules live in `server/users/change-address.ts` and `server/protection`. */
import type { Insertable, Selectable } from 'kysely';
import type { AccountKind } from '#domain/registration.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

type AddressChange = Selectable<Database['address_change']>;
const COLUMNS = { email: 'email', phone: 'mobile' } as const;
/** The column of an address. */
export const addressColumn = (kind: AccountKind): 'email' | 'mobile' => COLUMNS[kind];

/** Gives its id. */
export async function insertAddressChange(sql: Sql, change: Insertable<Database['address_change']>): Promise<number> {
  return (await sql.insertInto('address_change').values(change).returning('id').executeTakeFirstOrThrow()).id;
}

/** A change and all later ones of a person, the newest first. */
export const addressChangesFrom = (sql: Sql, userId: number, fromId: number): Promise<AddressChange[]> =>
  sql.selectFrom('address_change').selectAll().where('user_id', '=', userId).where('id', '>=', fromId).orderBy('id', 'desc').execute();

export async function deleteAddressChangesFrom(sql: Sql, userId: number, fromId: number): Promise<void> {
  await sql.deleteFrom('address_change').where('user_id', '=', userId).where('id', '>=', fromId).execute();
}

/** Forgets those that no link can take back any more, at most `limit` of them. */
export async function deleteOldAddressChanges(sql: Sql, beforeMs: number, limit: number): Promise<void> {
  const old = sql.selectFrom('address_change').select('id').where('changed_at', '<', beforeMs).limit(limit);
  await sql.deleteFrom('address_change').where('id', 'in', old).execute();
}

/** Rejects when an address is somebody's already: the transaction is then lost. */
export async function setAddresses(sql: Sql, userId: number, addresses: { email?: string | null; mobile?: string | null }): Promise<void> {
  await sql.updateTable('user').set(addresses).where('id', '=', userId).execute();
}
