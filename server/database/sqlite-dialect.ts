/**
 * Kysely's SQLite dialect over our connection. Transactions of the writer begin IMMEDIATE, so that none has to be thrown out half-way;
 * those of the reader are DEFERRED, which only keeps what they read to one moment.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './sqlite-engine.ts';

export type BeginMode = 'immediate' | 'deferred';

class OwnDriver extends SqliteDriver {
  readonly #begin: CompiledQuery;

  constructor(connection: SqliteConnection, begin: BeginMode) {
    super({ database: connection });
    this.#begin = CompiledQuery.raw(`begin ${begin}`);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      // A full database rolls back by itself; the error that led here must not be hidden by this one.
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    }
  }
}

export class OwnSqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;
  readonly #begin: BeginMode;

  constructor(connection: SqliteConnection, begin: BeginMode) {
    this.#connection = connection;
    this.#begin = begin;
  }

  createDriver(): Driver {
    return new OwnDriver(this.#connection, this.#begin);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
