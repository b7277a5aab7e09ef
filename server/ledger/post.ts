/**
 * The only writer of the ledger. A posting happens once, sums to zero, stays in its realm and never moves an account that its
 * transaction has not locked. A correction is a posting of its own; nothing is ever changed.
 */
import { checkRange, type Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
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

const updateBalance = prepared<{ id: number; before: Money; after: Money }, unknown>((db, arg) =>
  db
    .updateTable('account')
    .set({ balance: arg('after') })
    .where('id', '=', arg('id'))
    .where('balance', '=', arg('before')),
);

/** Moves the cached balance; the old value in the condition proves that the row was locked. */
async function moveBalance(trx: Trx, part: AccountPartRow, amount: Money): Promise<Money> {
  const after = checkRange(part.balance + amount);
  const { changes } = await updateBalance(trx, { id: part.id, before: part.balance, after });
  if (changes !== 1) throw new Error(`account ${part.id} moved without its lock`);
  part.balance = after;
  return after;
}

type NewPosting = Omit<Posting, 'entries'>;
const insertPosting = prepared<NewPosting, { id: number }>((db, arg) =>
  db
    .insertInto('ledger_tx')
    .values({
      realm: arg('realm'),
      user_id: arg('userId'),
      kind: arg('kind'),
      ref_type: arg('refType'),
      ref_id: arg('refId'),
      log_type: arg('logType'),
      memo: arg('memo'),
      created_at: arg('atMs'),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'ref_type', 'ref_id']).doNothing())
    .returning('id'),
);

type NewEntry = { txId: number; accountId: number; amount: Money; balanceAfter: Money | null };
const insertEntry = prepared<NewEntry, unknown>((db, arg) =>
  db
    .insertInto('entry')
    .values({ tx_id: arg('txId'), account_id: arg('accountId'), amount: arg('amount'), balance_after: arg('balanceAfter') }),
);

/**
 * Posts once. Returns false, and does nothing, when the same (kind, refType, refId) was posted before. Throws on a posting that
 * breaks a law, and `DecimalRangeError` when a balance would leave 64 bits; the transaction must then be given up.
 */
export async function post(trx: Trx, posting: Posting): Promise<boolean> {
  checkPosting(posting);
  const row = (await insertPosting(trx, posting)).rows[0];
  if (!row) return false;
  for (const entry of posting.entries) {
    const isPerson = 'part' in entry;
    await insertEntry(trx, {
      txId: row.id,
      accountId: isPerson ? entry.part.id : houseAccountId(posting.realm, entry.house),
      amount: entry.amount,
      balanceAfter: isPerson ? await moveBalance(trx, entry.part, entry.amount) : null,
    });
  }
  return true;
}
