/** Accounts that had their margin call and are not re-armed yet (decision D9.06). */
import type { Trx } from '../database/database.ts';
import { preparedByIds } from '../database/prepared.ts';
import type { AccountType } from '../database/schema.ts';

type Ref = { readonly userId: number; readonly type: AccountType };

/** True when this is the first call since the account was armed. */
export async function insertMarginCall(trx: Trx, { userId, type }: Ref, atMs: number): Promise<boolean> {
  const row = await trx
    .insertInto('margin_call')
    .values({ user_id: userId, account_type: type, called_at: atMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_type']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Arms the account again. */
export async function removeMarginCall(trx: Trx, { userId, type }: Ref): Promise<void> {
  await trx.deleteFrom('margin_call').where('user_id', '=', userId).where('account_type', '=', type).execute();
}

export const marginCallsOf = preparedByIds<{ user_id: number; account_type: string }>((db, userIds) =>
  db.selectFrom('margin_call').select(['user_id', 'account_type']).where('user_id', 'in', userIds),
);
