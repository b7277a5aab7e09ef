/** Row locks in one place: `for update` on PostgreSQL, nothing on SQLite, where the one writer makes them needless. */
import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** True when the transaction runs on PostgreSQL. */
export const isPostgres = (trx: Kysely<Database>): boolean => trx.getExecutor().adapter instanceof PostgresAdapter;

/** The query, locking the rows it reads until the transaction ends. */
export function lockRows<DB, TB extends keyof DB, O>(
  trx: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(trx) ? query.forUpdate() : query;
}

/** The same for rows that others go on referring to: who adds a row that names one of them does not wait. */
export function lockNamedRows<DB, TB extends keyof DB, O>(
  trx: Kysely<Database>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isPostgres(trx) ? query.forNoKeyUpdate() : query;
}
