/**
 * The log of people's balances: every entry that moved cash or deficit, with what it was for and what was there after it, a deficit taken
 * off. So each line is the one before plus its amount, also through a loss beyond the cash. Reads only.
 */
import { type Kysely, sql } from 'kysely';
import type { AccountType, Database } from '../database/schema.ts';

export type LogEntry = {
  readonly id: number;
  readonly amount: bigint;
  /** Cash less deficit. */
  readonly balance_after: bigint;
  readonly kind: string;
  readonly log_type: number;
  readonly memo: string;
  readonly created_at: number;
};
export type LogFilter = {
  readonly userId: number;
  /** All accounts without it. */
  readonly type?: AccountType | undefined;
  /** Of the trading time: start inclusive, end exclusive. */
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
};

function logOf(reader: Kysely<Database>, { userId, type, startMs, endMs }: LogFilter) {
  let query = reader
    .selectFrom('entry')
    .innerJoin('account', 'account.id', 'entry.account_id')
    .innerJoin('ledger_tx', 'ledger_tx.id', 'entry.tx_id')
    .where('account.user_id', '=', userId)
    .where('account.part', 'in', ['balance', 'deficit']);
  if (type !== undefined) query = query.where('account.type', '=', type);
  if (startMs !== undefined) query = query.where('ledger_tx.created_at', '>=', startMs);
  return endMs === undefined ? query : query.where('ledger_tx.created_at', '<', endMs);
}

/** What the entry's own part held after it, and what the other one of the two held then. */
const NET_AFTER = sql<bigint>`entry.balance_after + coalesce((
  select other.balance_after from account other_account join entry other on other.account_id = other_account.id
  where other_account.user_id = account.user_id and other_account.type = account.type and other_account.part in ('balance', 'deficit')
    and other_account.part <> account.part and other.id < entry.id
  order by other.id desc limit 1), 0)`.as('balance_after');

const COLUMNS = [
  'entry.id',
  'entry.amount',
  NET_AFTER,
  'ledger_tx.kind',
  'ledger_tx.log_type',
  'ledger_tx.memo',
  'ledger_tx.created_at',
] as const;

/** One page, newest first. */
export const logPage = (reader: Kysely<Database>, filter: LogFilter, page: number, limit: number): Promise<LogEntry[]> =>
  logOf(reader, filter)
    .select(COLUMNS)
    .orderBy('entry.id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();

export async function logCount(reader: Kysely<Database>, filter: LogFilter): Promise<number> {
  const row = await logOf(reader, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Entries after a number, oldest first. */
export const logAfter = (reader: Kysely<Database>, filter: LogFilter, id: number, limit: number): Promise<LogEntry[]> =>
  logOf(reader, filter).select(COLUMNS).where('entry.id', '>', id).orderBy('entry.id').limit(limit).execute();

/** The number of the next posting of a kind that refers to something. By the newest: whoever changes a price all day long has made thousands. */
export async function nextOccurrence(reader: Kysely<Database>, kind: string, refType: string, refId: number): Promise<number> {
  const newest = await reader
    .selectFrom('ledger_tx')
    .select('occurrence')
    .where('kind', '=', kind)
    .where('ref_type', '=', refType)
    .where('ref_id', '=', refId)
    .orderBy('occurrence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? newest.occurrence + 1 : 0;
}

/** The newest entry of an account before a time. */
export const logBefore = (reader: Kysely<Database>, filter: LogFilter & { readonly endMs: number }): Promise<LogEntry | undefined> =>
  logOf(reader, filter).select(COLUMNS).orderBy('entry.id', 'desc').limit(1).executeTakeFirst();
