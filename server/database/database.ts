/** The contract of the database: one schema, two engines. `open-database.ts` makes it. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

export type Trx = Transaction<Database>;

/** A connection of its own, outside the pool. What it locks is free as soon as it ends, also when this process is killed. */
export interface DbSession {
  /** Rows of one statement; `timeoutMs` bounds the wait for it. Rejects when the connection is lost or too slow. */
  query(statement: string, options?: { values?: readonly unknown[]; timeoutMs?: number }): Promise<readonly Record<string, unknown>[]>;
  /** Called once when the connection was lost; not after `close`. */
  onLost(listener: (reason: Error) => void): void;
  close(): Promise<void>;
}

export interface Db {
  readonly dialect: 'sqlite' | 'postgres';
  /** For reads outside a transaction. */
  readonly kysely: Kysely<Database>;
  /**
   * Runs work in one transaction: on SQLite BEGIN IMMEDIATE, one at a time through a bounded queue; on PostgreSQL READ COMMITTED,
   * tried again up to three times after a serialization failure or a deadlock. The work must be safe to run again.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Reads that agree: everything `work` reads is of one moment between two commits. It must not write, and waits for no writer. */
  readTogether<T>(work: (reads: Trx) => Promise<T>): Promise<T>;
  /** PostgreSQL only: where it is absent, this process has the database to itself. */
  readonly openSession?: () => Promise<DbSession>;
  close(): Promise<void>;
}
