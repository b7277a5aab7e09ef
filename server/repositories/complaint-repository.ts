/** Rows of complaints. SQL only. */
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export type ComplaintRecord = Selectable<Database['complaint']>;

/** Those that wait for an answer, oldest first, up to `limit`. */
export const waitingComplaints = (sql: Sql, limit: number): Promise<ComplaintRecord[]> =>
  sql.selectFrom('complaint').selectAll().where('closed_at', 'is', null).orderBy('id').limit(limit).execute();

/** Those that wait for an answer, counted up to `limit`. */
export async function countWaitingComplaints(sql: Sql, limit: number): Promise<number> {
  const waiting = sql.selectFrom('complaint').select('id').where('closed_at', 'is', null).limit(limit).as('some');
  const query = sql.selectFrom(waiting).select((select) => select.fn.countAll().as('rows'));
  return Number((await query.executeTakeFirstOrThrow()).rows);
}

/** Adds one unless there is one with its digest, and gives the one that is there. */
export async function keepComplaint(sql: Sql, complaint: Insertable<Database['complaint']>): Promise<ComplaintRecord> {
  await sql
    .insertInto('complaint')
    .values(complaint)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  return sql.selectFrom('complaint').selectAll().where('digest', '=', complaint.digest).executeTakeFirstOrThrow();
}

export const complaintByCase = (sql: Sql, caseNumber: string): Promise<ComplaintRecord | undefined> =>
  sql.selectFrom('complaint').selectAll().where('case_number', '=', caseNumber).executeTakeFirst();

/** False when it was closed before. */
export async function closeComplaint(sql: Sql, id: number, nowMs: number): Promise<boolean> {
  const query = sql.updateTable('complaint').set({ closed_at: nowMs }).where('id', '=', id).where('closed_at', 'is', null);
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}
