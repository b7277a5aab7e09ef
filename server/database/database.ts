/** The contract of the database: one schema, two engines. `open-database.ts` makes it. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

export type Trx = Transaction<Database>;

export interface Db {
  readonly dialect: 'sqlite' | 'postgres';
  /** For reads outside a transaction. */
  readonly kysely: Kysely<Database>;
  /**
   * Runs work in one transaction: on SQLite BEGIN IMMEDIATE, one at a time through a bounded queue; on PostgreSQL READ COMMITTED,
   * tried again up to three times after a serialization failure or a deadlock. The work must be safe to run again.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
