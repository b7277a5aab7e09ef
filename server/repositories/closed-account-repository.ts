/** What is looked at and taken away when an account is closed for good. SQL only; the rules are in `server/protection/close-account.ts`. */
import { MICRO_STATUS } from '#protocol/micro-wire.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Trx } from '../database/database.ts';
import { forgetLetters } from './letter-repository.ts';
import { keepUploads } from './upload-repository.ts';
import type { Sql } from './user-repository.ts';

/** What an account still has: counts of what is open, and ledger accounts that hold something. */
export type Holdings = { readonly positions: number; readonly pending: number; readonly micros: number; readonly balances: number };

export async function holdingsOf(sql: Sql, userId: number): Promise<Holdings> {
  const orders = (status: number) =>
    sql
      .selectFrom('trade_order')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('status', '=', status)
      .executeTakeFirstOrThrow();
  const micros = await sql
    .selectFrom('micro_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', MICRO_STATUS.running)
    .executeTakeFirstOrThrow();
  const balances = await sql
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('balance', '<>', 0n)
    .executeTakeFirstOrThrow();
  return {
    positions: Number((await orders(ORDER_STATUS.holding)).count),
    pending: Number((await orders(ORDER_STATUS.pending)).count),
    micros: Number(micros.count),
    balances: Number(balances.count),
  };
}

/** The tables of what a closed account keeps nothing of: ways in, devices, settings. */
const FORGOTTEN = [
  'recovery_code',
  'second_factor',
  'passkey',
  'device',
  'sign_in',
  'login_event',
  'not_me',
  'address_change',
  'own_limit',
] as const;

/** The person's row stays, without a name, an address or a password. `addresses`: those that the account has. */
export async function forgetPerson(trx: Trx, userId: number, addresses: readonly string[], atMs: number): Promise<void> {
  await forgetLetters(trx, userId, addresses);
  for (const table of FORGOTTEN) await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  // They say to whoever still holds one by what they ended, and nothing of where they were opened; the housekeeping of sessions forgets them.
  await trx
    .updateTable('session')
    .set({ device_hash: null, agent: '', network: '', via: '', passkey_id: null })
    .where('user_id', '=', userId)
    .execute();
  const nobody = { email: null, mobile: null, password_hash: null, pay_password_hash: null, nickname: '', letter_word: '', lang: '' };
  await trx
    .updateTable('user')
    .set({ ...nobody, two_factor: 0, remind_minutes: 0, closed_at: atMs })
    .where('id', '=', userId)
    .execute();
}

/** Until a time nobody registers with an address; of two times the later one holds. */
export async function reserveName(
  sql: Sql,
  name: { readonly hash: string; readonly userId: number; readonly until: number },
): Promise<void> {
  const row = { user_id: name.userId, until: name.until };
  await sql
    .insertInto('former_name')
    .values({ name_hash: name.hash, ...row })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet(row).where('former_name.until', '<', name.until))
    .execute();
}

/** Names of a person that are kept from others at `nowMs` stay so until a later time. */
export async function reserveNamesLonger(
  sql: Sql,
  { userId, nowMs, until }: { readonly userId: number; readonly nowMs: number; readonly until: number },
): Promise<void> {
  const names = sql.updateTable('former_name').set({ until }).where('user_id', '=', userId);
  await names.where('until', '>', nowMs).where('until', '<', until).execute();
}

/** `ownId`: whose former name does not count. */
export async function reservedUntil(sql: Sql, hash: string, nowMs: number, ownId: number): Promise<number | undefined> {
  const row = await sql
    .selectFrom('former_name')
    .select('until')
    .where('name_hash', '=', hash)
    .where('until', '>', nowMs)
    .where('user_id', '<>', ownId)
    .executeTakeFirst();
  return row?.until;
}

/** True when somebody else who excluded themselves was verified with this document: one that was only shown may be anybody's. */
export async function isExcludedDocument(sql: Sql, documentHash: string, userId: number, nowMs: number): Promise<boolean> {
  const row = await sql
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select('identity.id')
    .where('document_hash', '=', documentHash)
    .where('identity.state', '=', 'verified')
    .where('user_id', '<>', userId)
    .where('user.excluded_until', '>', nowMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** All photos of a person that some application has. */
export async function identityPhotosOf(sql: Sql, userId: number): Promise<string[]> {
  const rows = await sql.selectFrom('identity').select(['front_id', 'back_id', 'hand_id']).where('user_id', '=', userId).execute();
  return rows.flatMap((row) => [row.front_id, row.back_id, row.hand_id]).filter((id) => id !== null);
}

/**
 * What was typed for identities of accounts that were closed so long ago goes, of at most `limit` of them, and reservations that are over. Photos
 * that are to stay, of a closed account, stay for so long and no longer.
 */
export async function forgetClosed(sql: Sql, { keptMs, nowMs, limit }: { keptMs: number; nowMs: number; limit: number }): Promise<void> {
  const old = sql
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .select('identity.id')
    .where('user.closed_at', '>', 0)
    .where('user.closed_at', '<', nowMs - keptMs)
    .where('identity.details', '<>', '')
    .limit(limit);
  await sql.updateTable('identity').set({ details: '' }).where('id', 'in', old).execute();
  const endless = await sql
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.user_id')
    .select(['upload.id', 'user.closed_at'])
    .where('user.closed_at', '>', 0)
    .where('upload.delete_at', 'is', null)
    .limit(limit)
    .execute();
  for (const { id, closed_at } of endless) await keepUploads(sql, [id], closed_at + keptMs);
  await sql.deleteFrom('former_name').where('until', '<', nowMs).execute();
}
