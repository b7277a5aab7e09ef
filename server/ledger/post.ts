/**
 * The only writer of the ledger. A posting happens once, sums to zero, stays in its realm and never moves an account that its
 * transaction has not locked. A correction is a posting of its own; nothing is ever changed.
 */
import { type Insertable, sql } from 'kysely';
import { checkRange, type Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { gathered, isGathering } from '../database/gathered-writes.ts';
import { asInt, preparedRows } from '../database/prepared.ts';
import type { Database, HouseAccount, Realm } from '../database/schema.ts';
import { houseAccountId } from './house-accounts.ts';
import type { AccountPartRow } from './person-account.ts';

/** Types of the account log (decision D1.3.16) that exist so far. */
export const LOG_TYPE = {
  transfer: 3,
  margin: 4,
  contractProfit: 5,
  fee: 6,
  stake: 7,
  microResult: 8,
  demoGrant: 10,
  demoReset: 12,
  deficit: 14,
  financing: 15,
} as const;

/** The house's side of a posting, or a locked part of a person's account. */
type PostingEntry = { readonly house: HouseAccount; readonly amount: Money } | { readonly part: AccountPartRow; readonly amount: Money };

export type Posting = {
  readonly realm: Realm;
  readonly userId: number;
  /** Together with `refType`, `refId` and `occurrence` the guard that makes it happen once. */
  readonly kind: string;
  readonly refType: string;
  readonly refId: number;
  /** Tells the times of a posting that recurs apart; 0 when absent. */
  readonly occurrence?: number;
  readonly logType: number;
  readonly memo: string;
  /** Trading time, unix ms. */
  readonly atMs: number;
  readonly entries: readonly PostingEntry[];
};

/** Most entries of one posting. */
const ENTRIES_MAX = 16;
/** Most postings of one call. */
export const TOGETHER_MAX = 4;
/** Most rows of one statement. */
const ROWS_AT_ONCE = 32;

function checkPosting(posting: Posting): void {
  const { entries, kind } = posting;
  if (entries.length < 2 || entries.length > ENTRIES_MAX) throw new Error(`posting ${kind} has ${entries.length} entries`);
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n);
  if (sum !== 0n) throw new Error(`posting ${kind} sums to ${sum}, not to zero`);
  if (entries.some((entry) => entry.amount === 0n)) throw new Error(`posting ${kind} has an entry of zero`);
  const strange = entries.find((entry) => 'part' in entry && entry.part.realm !== posting.realm);
  if (strange) throw new Error(`posting ${kind} of realm ${posting.realm} touches an account of the other realm`);
}

type BalanceMove = { readonly id: number; readonly before: Money; readonly after: Money };
const moveBalances = preparedRows<BalanceMove, { id: number }>(['id', 'before', 'after'], ROWS_AT_ONCE, (db, rows) => {
  const moves = sql.join(rows.map(({ id, before, after }) => sql`(${asInt(id)}, ${asInt(before)}, ${asInt(after)})`));
  const query = sql<{ id: number }>`with move (id, before, after) as (values ${moves})
    update account set balance = move.after from move where account.id = move.id and account.balance = move.before returning account.id`;
  return { compile: () => query.compile(db) };
});

/** Moves the cached balances; the old value in the condition proves that the row was locked. */
async function writeBalances(trx: Trx, before: ReadonlyMap<AccountPartRow, Money>): Promise<void> {
  const moves = [...before].map(([{ id, balance }, old]) => ({ id, before: old, after: balance }));
  const moved = new Set((await moveBalances(trx, moves)).map(({ id }) => id));
  const unlocked = moves.find(({ id }) => !moved.has(id));
  if (unlocked) throw new Error(`account ${unlocked.id} moved without its lock`);
}

type NewPosting = Insertable<Database['ledger_tx']>;
type Posted = { id: number; kind: string; ref_type: string; ref_id: number; occurrence: number };
const POSTING_COLUMNS = ['realm', 'user_id', 'kind', 'ref_type', 'ref_id', 'occurrence', 'log_type', 'memo', 'created_at'] as const;
const insertPostings = preparedRows<NewPosting, Posted>(POSTING_COLUMNS, ROWS_AT_ONCE, (db, rows) =>
  db
    .insertInto('ledger_tx')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'ref_type', 'ref_id', 'occurrence']).doNothing())
    .returning(['id', 'kind', 'ref_type', 'ref_id', 'occurrence']),
);

type NewEntry = Insertable<Database['entry']>;
const insertEntries = preparedRows<NewEntry, unknown>(['tx_id', 'account_id', 'amount', 'balance_after'], ROWS_AT_ONCE, (db, rows) =>
  db.insertInto('entry').values(rows),
);

const keyOf = (kind: string, refType: string, refId: number, occurrence = 0): string => `${kind} ${refType} ${refId} ${occurrence}`;

/** A posting whose entries stand, but for the number that its row will get. */
type Drawn = { readonly posting: Posting; readonly entries: readonly Omit<NewEntry, 'tx_id'>[] };

/** The entries of a posting; moves the balances in memory, and notes what they were before. */
function draw(posting: Posting, before: Map<AccountPartRow, Money>): Drawn {
  const entries = posting.entries.map((entry) => {
    if ('house' in entry) return { account_id: houseAccountId(posting.realm, entry.house), amount: entry.amount, balance_after: null };
    const { part, amount } = entry;
    if (!before.has(part)) before.set(part, part.balance);
    part.balance = checkRange(part.balance + amount);
    return { account_id: part.id, amount, balance_after: part.balance };
  });
  return { posting, entries };
}

const entryRows = (tx_id: number, { entries }: Drawn): NewEntry[] => entries.map((entry) => ({ ...entry, tx_id }));

const keyOfPosting = ({ kind, refType, refId, occurrence }: Posting): string => keyOf(kind, refType, refId, occurrence);

/** The numbers of those that were not posted before, by their keys. */
async function insertNew(trx: Trx, postings: readonly Posting[]): Promise<Map<string, number>> {
  const made = await insertPostings(trx, postings.map(postingRow));
  return new Map(made.map((row) => [keyOf(row.kind, row.ref_type, row.ref_id, row.occurrence), row.id]));
}

/** Postings that wait for the end of their transaction. */
const postLater = gathered<{ readonly drawn: Drawn; readonly before: ReadonlyMap<AccountPartRow, Money> }>(async (trx, rows) => {
  const ids = await insertNew(
    trx,
    rows.map(({ drawn }) => drawn.posting),
  );
  const before = new Map<AccountPartRow, Money>();
  const entries: NewEntry[] = [];
  for (const row of rows) {
    const key = keyOfPosting(row.drawn.posting);
    const id = ids.get(key);
    // Its balances have moved already, in memory: it cannot be left out any more.
    if (id === undefined) throw new Error(`posting ${key} was posted before`);
    for (const [part, balance] of row.before) if (!before.has(part)) before.set(part, balance);
    entries.push(...entryRows(id, row.drawn));
  }
  await writeBalances(trx, before);
  await insertEntries(trx, entries);
});

/**
 * Posts each once, in their order and in few statements. Those whose (kind, refType, refId, occurrence) was posted before do nothing; where the
 * transaction gathers its writes they fail at its end. Throws on a posting that breaks a law, and `DecimalRangeError` when a balance would leave
 * 64 bits; the transaction must then be given up.
 */
export async function postAll(trx: Trx, postings: readonly Posting[]): Promise<boolean[]> {
  if (postings.length > TOGETHER_MAX) throw new RangeError(`postings at once: at most ${TOGETHER_MAX}`);
  postings.forEach(checkPosting);
  const keys = postings.map(keyOfPosting);
  if (new Set(keys).size < keys.length) throw new Error(`a posting stands twice among ${keys.join(', ')}`);
  if (isGathering(trx)) {
    for (const posting of postings) {
      const before = new Map<AccountPartRow, Money>();
      postLater(trx, { drawn: draw(posting, before), before });
    }
    return keys.map(() => true);
  }
  const ids = await insertNew(trx, postings);
  const before = new Map<AccountPartRow, Money>();
  const fresh = postings.flatMap((posting) => {
    const id = ids.get(keyOfPosting(posting));
    return id === undefined ? [] : entryRows(id, draw(posting, before));
  });
  await writeBalances(trx, before);
  await insertEntries(trx, fresh);
  return keys.map((key) => ids.has(key));
}

const postingRow = (posting: Posting): NewPosting => ({
  realm: posting.realm,
  user_id: posting.userId,
  kind: posting.kind,
  ref_type: posting.refType,
  ref_id: posting.refId,
  occurrence: posting.occurrence ?? 0,
  log_type: posting.logType,
  memo: posting.memo,
  created_at: posting.atMs,
});

/** One posting; false when it was posted before. */
export async function post(trx: Trx, posting: Posting): Promise<boolean> {
  return (await postAll(trx, [posting]))[0] === true;
}
