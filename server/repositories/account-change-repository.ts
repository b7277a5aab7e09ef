/**
 * One row per trading account: how far it is judged, and its last change. On PostgreSQL a transaction may be committed after a younger one: a reader takes
 * everything from the oldest transaction still running on, so that a late commit is seen late but never skipped.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { gathered } from '../database/gathered-writes.ts';
import { isPostgres } from '../database/lock-rows.ts';
import { preparedByIds, preparedRows } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';

type Ref = { readonly userId: number; readonly type: AccountType };
type AccountChange = { readonly user_id: number; readonly account_type: AccountType; readonly version: number };

/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

type Change = { readonly user_id: number; readonly account_type: AccountType; readonly judged_seq: number };
const upsertChanges = preparedRows<Change, { version: number }>(['user_id', 'account_type', 'judged_seq'], ROWS_AT_ONCE, (db, rows) => {
  const version = isPostgres(db)
    ? sql<number>`pg_current_xact_id()::text::bigint`
    : sql<number>`(select coalesce(max(version), 0) + 1 from account_change)`;
  return db
    .insertInto('account_change')
    .values(rows.map((row) => ({ ...row, version })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'account_type']).doUpdateSet({
        judged_seq: sql<number>`case when excluded.judged_seq > account_change.judged_seq then excluded.judged_seq
          else account_change.judged_seq end`,
        version: sql<number>`excluded.version`,
      }),
    )
    .returning('version');
});

const noteLater = gathered<Change>(async (trx, rows) => {
  await upsertChanges(trx, rows);
});

/**
 * Called in every transaction that changes what an account is judged by, under its lock: every tick up to `judgedSeq` has had its effects on
 * it. Returns the version of the change; undefined where the transaction gathers its writes.
 */
export async function noteAccountChange(trx: Trx, { userId, type }: Ref, judgedSeq: number): Promise<number | undefined> {
  const row = { user_id: userId, account_type: type, judged_seq: judgedSeq };
  return noteLater(trx, row) ? undefined : (await upsertChanges(trx, [row]))[0]?.version;
}

export type JudgedRow = Selectable<Database['account_change']>;

/** How far the accounts of some users were judged at their last changes. */
export const judgedRows = preparedByIds<JudgedRow>((db, userIds) =>
  db.selectFrom('account_change').selectAll().where('user_id', 'in', userIds),
);

/** Changes at or above a version, and the version from which the next look must start to miss nothing. */
export async function changesFrom(
  reader: Kysely<Database>,
  dialect: 'sqlite' | 'postgres',
  version: number,
): Promise<{ changes: AccountChange[]; next: number }> {
  if (dialect === 'sqlite') {
    const query = reader.selectFrom('account_change').select(['user_id', 'account_type', 'version']).where('version', '>=', version);
    const changes = await query.orderBy('version').execute();
    return { changes, next: (changes.at(-1)?.version ?? version - 1) + 1 };
  }
  // One statement, so that the rows and the oldest running transaction belong to one picture.
  const { rows } = await sql<{ oldest: number; user_id: number | null; account_type: AccountType; version: number }>`
    select now_at.oldest, c.user_id, c.account_type, c.version
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest) now_at
    left join account_change c on c.version >= ${version} order by c.version`.execute(reader);
  const changes = rows.flatMap(({ user_id, account_type, version: at }) =>
    user_id === null ? [] : [{ user_id, account_type, version: at }],
  );
  return { changes, next: Math.max(version, rows[0]?.oldest ?? version) };
}

/** Where a reader that is about to load everything starts: changes below are part of what it loads. */
export async function changeHorizon(reader: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<number> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ oldest: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(reader);
    return rows[0]?.oldest ?? 0;
  }
  const row = await reader
    .selectFrom('account_change')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  return (row?.version ?? 0) + 1;
}

/**
 * PostgreSQL: gives changes whose version no transaction of this cluster can have made one of their own, and writes into each how far it was
 * judged by `known`, the evaluator's cursors as they came along with it. Returns the first id that no ended transaction has.
 */
export async function adoptVersions(trx: Trx, known: { readonly changes: number; readonly judgedSeq: number }): Promise<number> {
  const { rows } = await sql<{ next: number }>`select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(trx);
  const next = rows[0]?.next ?? 0;
  await sql`update account_change set version = pg_current_xact_id()::text::bigint,
      judged_seq = case when version < ${known.changes} then greatest(judged_seq, ${known.judgedSeq}) else judged_seq end
    where version >= ${next} and version > pg_current_xact_id()::text::bigint`.execute(trx);
  return next;
}
