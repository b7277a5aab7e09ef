/** Rows of companies. SQL only; what their fields take is in `server/site/company-fields.ts`. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export type CompanyRecord = Selectable<Database['company']>;

/** Oldest first, up to `limit`. */
export const allCompanies = (sql: Sql, limit: number): Promise<CompanyRecord[]> =>
  sql.selectFrom('company').selectAll().orderBy('id').limit(limit).execute();

export const companyById = (sql: Sql, id: number): Promise<CompanyRecord | undefined> =>
  sql.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst();

/** Gives the id. */
export async function insertCompany(sql: Sql, company: Insertable<Database['company']>): Promise<number> {
  return (await sql.insertInto('company').values(company).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateCompany(sql: Sql, id: number, change: Updateable<Database['company']>): Promise<void> {
  await sql.updateTable('company').set(change).where('id', '=', id).execute();
}
