/**
 * The only writer of the ledger. A posting happens once, sums to zero, stays in its realm and never moves an account that its
 * transaction has not locked. A correction is a posting of its own; nothing is ever changed.
 */
import type { Insertable } from 'kysely';
import { checkRange, type Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { prepared, preparedRows } from '../database/prepared.ts';
import type { Database, HouseAccount, Realm } from '../database/schema.ts';
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
/** Most postings of one call. */
const TOGETHER_MAX = 4;

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
async function moveBalance(trx: Trx, { id, balance }: AccountPartRow, before: Money): Promise<void> {
  const { changes } = await updateBalance(trx, { id, before, after: balance });
  if (changes !== 1) throw new Error(`account ${id} moved without its lock`);
}

type NewPosting = Insertable<Database['ledger_tx']>;
type Posted = { id: number; kind: string; ref_type: string; ref_id: number };
const POSTING_COLUMNS = ['realm', 'user_id', 'kind', 'ref_type', 'ref_id', 'log_type', 'memo', 'created_at'] as const;
const insertPostings = preparedRows<NewPosting, Posted>(POSTING_COLUMNS, TOGETHER_MAX, (db, rows) =>
  db
    .insertInto('ledger_tx')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'ref_type', 'ref_id']).doNothing())
    .returning(['id', 'kind', 'ref_type', 'ref_id']),
);

type NewEntry = Insertable<Database['entry']>;
const insertEntries = preparedRows<NewEntry, unknown>(['tx_id', 'account_id', 'amount', 'balance_after'], ENTRIES_MAX, (db, rows) =>
  db.insertInto('entry').values(rows),
);

const keyOf = (kind: string, refType: string, refId: number): string => `${kind} ${refType} ${refId}`;

/**
 * Posts each once, in their order and in few statements. Those whose (kind, refType, refId) was posted before do nothing. Throws on a
 * posting that breaks a law, and `DecimalRangeError` when a balance would leave 64 bits; the transaction must then be given up.
 */
export async function postAll(trx: Trx, postings: readonly Posting[]): Promise<boolean[]> {
  if (postings.length > TOGETHER_MAX) throw new RangeError(`postings at once: at most ${TOGETHER_MAX}`);
  postings.forEach(checkPosting);
  const keys = postings.map(({ kind, refType, refId }) => keyOf(kind, refType, refId));
  if (new Set(keys).size < keys.length) throw new Error(`a posting stands twice among ${keys.join(', ')}`);
  const made = await insertPostings(trx, postings.map(postingRow));
  const ids = new Map(made.map((row) => [keyOf(row.kind, row.ref_type, row.ref_id), row.id]));
  const before = new Map<AccountPartRow, Money>();
  const entries: NewEntry[] = [];
  for (const [at, posting] of postings.entries()) {
    const tx_id = ids.get(keys[at] as string);
    if (tx_id === undefined) continue;
    for (const entry of posting.entries) {
      if ('house' in entry) {
        entries.push({ tx_id, account_id: houseAccountId(posting.realm, entry.house), amount: entry.amount, balance_after: null });
        continue;
      }
      const { part, amount } = entry;
      if (!before.has(part)) before.set(part, part.balance);
      part.balance = checkRange(part.balance + amount);
      entries.push({ tx_id, account_id: part.id, amount, balance_after: part.balance });
    }
  }
  for (const [part, balance] of before) await moveBalance(trx, part, balance);
  await insertEntries(trx, entries);
  return keys.map((key) => ids.has(key));
}

const postingRow = (posting: Posting): NewPosting => ({
  realm: posting.realm,
  user_id: posting.userId,
  kind: posting.kind,
  ref_type: posting.refType,
  ref_id: posting.refId,
  log_type: posting.logType,
  memo: posting.memo,
  created_at: posting.atMs,
});

/** One posting; false when it was posted before. */
export async function post(trx: Trx, posting: Posting): Promise<boolean> {
  return (await postAll(trx, [posting]))[0] === true;
}
