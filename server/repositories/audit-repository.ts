/** What operators did, in a chain of hashes: a row that is changed, taken out or put in breaks it (security S41). Rows can only be added. */
import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { isPostgres } from '../database/lock-rows.ts';
import type { Database } from '../database/schema.ts';

type AuditRow = Selectable<Database['audit']>;
/** `at`: unix ms of the wall clock. `subject`: what it was done to. `detail`: old and new value, and the reason. */
type Act = Pick<AuditRow, 'at' | 'actor' | 'act' | 'subject' | 'detail'>;

const FIRST_PREV_HASH = '0'.repeat(64);
/** Any constant of our own: rows are chained one after another, whichever node writes them. */
const ADVISORY_LOCK = 7_170_043;
const PAGE = 1_000;

/** SHA-256 over the fields as a JSON list, so that no text can pass for two. */
const hashOf = (row: Act & { prev_hash: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([row.at, row.actor, row.act, row.subject, row.detail, row.prev_hash]))
    .digest('hex');

/** Waits until every other act has ended: what is read from here on, no other act changes before this one has ended too. */
export async function lockActs(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
}

/** Adds a row in the transaction of the act itself. */
export async function appendAudit(trx: Trx, act: Act): Promise<void> {
  await lockActs(trx);
  const last = await trx.selectFrom('audit').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const row = { ...act, prev_hash: last?.hash ?? FIRST_PREV_HASH };
  await trx
    .insertInto('audit')
    .values({ ...row, hash: hashOf(row) })
    .execute();
}

/** The newest acts, newest first. */
export const newestActs = (db: Kysely<Database>, limit: number): Promise<AuditRow[]> =>
  db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit).execute();

/** Recomputes the chain; `undefined` when it is whole. */
export async function auditProblem(db: Kysely<Database>): Promise<string | undefined> {
  let before: AuditRow | undefined;
  for (;;) {
    const page = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', before?.id ?? 0)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of page) {
      if (row.prev_hash !== (before?.hash ?? FIRST_PREV_HASH)) return `audit row ${row.id}: does not follow row ${before?.id ?? 0}`;
      if (row.hash !== hashOf(row)) return `audit row ${row.id}: was changed`;
      before = row;
    }
    if (page.length < PAGE) return undefined;
  }
}
