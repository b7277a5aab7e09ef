/** Rows of sent codes, found by the keyed hash of their address. SQL of tables `code` and `code_target` only; rules live in `server/codes`. */
import type { Insertable } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

/** When codes were sent to an address; until the transaction ends nobody else sends one there. A new address begins with none. */
export async function lockTarget(trx: Trx, targetHash: string): Promise<number[]> {
  const row = await trx
    .insertInto('code_target')
    .values({ target_hash: targetHash, sent_at: '[]', newest_at: 0 })
    .onConflict((conflict) => conflict.column('target_hash').doUpdateSet((row) => ({ newest_at: row.ref('code_target.newest_at') })))
    .returning('sent_at')
    .executeTakeFirstOrThrow();
  return JSON.parse(row.sent_at) as number[];
}

export async function noteSent(trx: Trx, targetHash: string, sentAtMs: readonly number[]): Promise<void> {
  await trx
    .updateTable('code_target')
    .set({ sent_at: JSON.stringify(sentAtMs), newest_at: sentAtMs.at(-1) ?? 0 })
    .where('target_hash', '=', targetHash)
    .execute();
}

/** Puts a code in the place of the one before it. */
export async function putCode(trx: Trx, code: Insertable<Database['code']>): Promise<void> {
  const { code_hash, tries, expires_at } = code;
  await trx
    .insertInto('code')
    .values(code)
    .onConflict((conflict) => conflict.columns(['target_hash', 'purpose']).doUpdateSet({ code_hash, tries, expires_at }))
    .execute();
}

type Asked = { readonly targetHash: string; readonly purpose: string };

/** Counts a try and gives what it is compared with; `undefined` when there is no code, or none that may be tried any more. */
export async function countTry(
  trx: Trx,
  { targetHash, purpose }: Asked,
  { nowMs, triesMax }: { nowMs: number; triesMax: number },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('target_hash', '=', targetHash)
    .where('purpose', '=', purpose)
    .where('tries', '<', triesMax)
    .where('expires_at', '>', nowMs)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Uses a code up; false when somebody else did. */
export async function spendCode(trx: Trx, { targetHash, purpose }: Asked, codeHash: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('code')
    .where('target_hash', '=', targetHash)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Forgets codes that are over and addresses that none was sent to since, at most `limit` of each. */
export async function deleteOldCodes(
  sql: Sql,
  { expiredBeforeMs, sentBeforeMs, limit }: Record<'expiredBeforeMs' | 'sentBeforeMs' | 'limit', number>,
) {
  const over = sql.selectFrom('code').select('target_hash').where('expires_at', '<', expiredBeforeMs).limit(limit);
  await sql.deleteFrom('code').where('expires_at', '<', expiredBeforeMs).where('target_hash', 'in', over).execute();
  const quiet = sql.selectFrom('code_target').select('target_hash').where('newest_at', '<', sentBeforeMs).limit(limit);
  await sql.deleteFrom('code_target').where('newest_at', '<', sentBeforeMs).where('target_hash', 'in', quiet).execute();
}
