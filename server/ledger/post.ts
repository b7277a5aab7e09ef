/**
 * The only writer of the ledger. A posting happens once, sums to zero, stays in its realm and never moves an account that its
 * transaction has not locked. A correction is a posting of its own; nothing is ever changed.
 */
import { checkRange, type Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import type { HouseAccount, Realm } from '../database/schema.ts';
import { houseAccountId } from './house-accounts.ts';
import type { AccountPartRow } from './person-account.ts';

/** Types of the account log (decision D1.3.16) that exist so far. */
export const LOG_TYPE = { margin: 4, contractProfit: 5, fee: 6, demoReset: 12, deficit: 14, demoGrant: 10 } as const;

/** The house's side of a posting, or a locked part of a person's account. */
export type PostingEntry =
  | { readonly house: HouseAccount; readonly amount: Money }
  | { readonly part: AccountPartRow; readonly amount: Money };

export type Posting = {
  readonly realm: Realm;
  readonly userId: number;
  /** Together with `refType` and `refId` the guard that makes it happen once. */
  readonly kind: string;
  readonly refType: string;
  readonly refId: number;
  readonly logType: number;
  readonly memo: string;
  /** Trading time, unix ms. */
  readonly atMs: number;
  readonly entries: readonly PostingEntry[];
};

/** Most entries of one posting. */
const ENTRIES_MAX = 16;

function checkPosting(posting: Posting): void {
  const { entries, kind } = posting;
  if (entries.length < 2 || entries.length > ENTRIES_MAX) throw new Error(`posting ${kind} has ${entries.length} entries`);
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new Error(`posting ${kind} sums to ${sum}, not to zero`);
  if (entries.some((entry) => entry.amount === 0n)) throw new Error(`posting ${kind} has an entry of zero`);
  const strange = entries.find((entry) => 'part' in entry && entry.part.realm !== posting.realm);
  if (strange) throw new Error(`posting ${kind} of realm ${posting.realm} touches an account of the other realm`);
}

/** Moves the cached balance; the old value in the condition proves that the row was locked. */
async function moveBalance(trx: Trx, part: AccountPartRow, amount: Money): Promise<Money> {
  const after = checkRange(part.balance + amount);
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ balance: after })
    .where('id', '=', part.id)
    .where('balance', '=', part.balance)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`account ${part.id} moved without its lock`);
  part.balance = after;
  return after;
}

/**
 * Posts once. Returns false, and does nothing, when the same (kind, refType, refId) was posted before. Throws on a posting that
 * breaks a law, and `DecimalRangeError` when a balance would leave 64 bits; the transaction must then be given up.
 */
export async function post(trx: Trx, posting: Posting): Promise<boolean> {
  checkPosting(posting);
  const row = await trx
    .insertInto('ledger_tx')
    .values({
      realm: posting.realm,
      user_id: posting.userId,
      kind: posting.kind,
      ref_type: posting.refType,
      ref_id: posting.refId,
      log_type: posting.logType,
      memo: posting.memo,
      created_at: posting.atMs,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'ref_type', 'ref_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  const rows = [];
  for (const entry of posting.entries) {
    const isPerson = 'part' in entry;
    rows.push({
      tx_id: row.id,
      account_id: isPerson ? entry.part.id : houseAccountId(posting.realm, entry.house),
      amount: entry.amount,
      balance_after: isPerson ? await moveBalance(trx, entry.part, entry.amount) : null,
    });
  }
  await trx.insertInto('entry').values(rows).execute();
  return true;
}
