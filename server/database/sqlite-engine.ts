/**
 * The embedded database engine: `node:sqlite` where Node has it, otherwise the package with the same API. Only this file knows
 * which; it gives connections that read every integer as a bigint and keep their prepared statements.
 */
import { createRequire } from 'node:module';
import type { DatabaseSync, StatementSync } from '@photostructure/sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { keepNewest } from '#domain/keep-newest.ts';

type DatabaseSyncClass = new (path: string) => InstanceType<typeof DatabaseSync>;

/** Prepared statements kept by one connection; the oldest goes first. */
const STATEMENTS_MAX = 400;

async function loadEngine(): Promise<DatabaseSyncClass> {
  const require = createRequire(import.meta.url);
  try {
    return (require('node:sqlite') as { DatabaseSync: DatabaseSyncClass }).DatabaseSync;
  } catch {
    return (await import('@photostructure/sqlite')).DatabaseSync;
  }
}

/** Integers travel as bigint, since the engine would otherwise store a JavaScript number as a float. */
const bound = (value: unknown): unknown => (typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value);

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: InstanceType<typeof StatementSync>;

  constructor(statement: InstanceType<typeof StatementSync>) {
    this.#statement = statement;
    statement.setReadBigInts(true);
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...parameters.map(bound));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...parameters.map(bound));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters.map(bound));
  }
}

/** One connection, in the shape that Kysely's SQLite driver asks for. */
export class SqliteConnection implements SqliteDatabase {
  readonly #database: InstanceType<typeof DatabaseSync>;
  readonly #statements = new Map<string, Statement>();

  constructor(database: InstanceType<typeof DatabaseSync>) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): Statement {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = new Statement(this.#database.prepare(sql));
    this.#statements.set(sql, statement);
    keepNewest(this.#statements, STATEMENTS_MAX);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** Opens a file, or `:memory:`. */
export async function openConnection(path: string): Promise<SqliteConnection> {
  const Engine = await loadEngine();
  return new SqliteConnection(new Engine(path));
}
