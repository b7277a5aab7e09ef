/**
 * SQLite as the database of one process: a lock file that the kernel frees even on `kill -9`, one connection that writes, one that
 * only reads, and a bounded queue of transactions that share commits.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { ColumnTypesPlugin } from './columns.ts';
import { CommitQueue } from './commit-queue.ts';
import type { Db } from './database.ts';
import { asDatabaseError, DatabaseStartError, isUnusableFile } from './database-errors.ts';
import { runMigrations } from './migrations.ts';
import type { Database } from './schema.ts';
import { type BeginMode, OwnSqliteDialect } from './sqlite-dialect.ts';
import { openConnection, type SqliteConnection } from './sqlite-engine.ts';

const BUSY_TIMEOUT_MS = 5_000;
const DATABASE_FILE = 'outcry.db';
const LOCK_FILE = 'lock.db';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What the embedded database keeps beside its file. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Parents first, each by itself: where a folder cannot be made (in /proc, say) the platform's own recursion never ends. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: FOLDER_MODE });
}

/** Makes the folder where it is missing and keeps other users of the machine out of it. Throws `DatabaseStartError` when it cannot be used. */
function openDataDir(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir));
    chmodSync(dataDir, FOLDER_MODE);
    for (const file of [DATABASE_FILE, LOCK_FILE].flatMap((name) => SUFFIXES.map((suffix) => join(dataDir, name + suffix)))) {
      if (existsSync(file)) chmodSync(file, FILE_MODE);
    }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new DatabaseStartError(`got "${dataDir}" (${code}), takes a folder that this user owns and may write to`, { cause: error });
  }
}

/** A file that cannot be opened or is no database is the operator's to mend; everything else says by itself what it is. */
const startError = (dataDir: string, error: unknown): unknown =>
  isUnusableFile(error)
    ? new DatabaseStartError(`got "${dataDir}", whose database cannot be used (${(error as Error).message}); takes one that is whole`, {
        cause: error,
      })
    : asDatabaseError(error);

/** Holds DATA_DIR for this process. Throws `DatabaseStartError` when another process has it. */
async function lockDataDir(dataDir: string): Promise<SqliteConnection> {
  const lock = await openConnection(join(dataDir, LOCK_FILE)).catch((error: unknown) => {
    throw startError(dataDir, error);
  });
  try {
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isUnusableFile(error)) throw startError(dataDir, error);
    throw new DatabaseStartError(`DATA_DIR ${dataDir} is in use by another process; stop it or choose another DATA_DIR`, { cause: error });
  }
  return lock;
}

type SqliteOptions = {
  readonly dataDir: string;
  readonly pagesMax: number | undefined;
  readonly inMemory: boolean;
  readonly isFlushed: boolean;
};

async function openWriter(path: string, { pagesMax, isFlushed }: SqliteOptions): Promise<SqliteConnection> {
  const writer = await openConnection(path);
  writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  writer.exec('pragma journal_mode = wal');
  writer.exec(`pragma synchronous = ${isFlushed ? 'full' : 'off'}`);
  writer.exec('pragma foreign_keys = on');
  if (pagesMax !== undefined) writer.exec(`pragma max_page_count = ${Math.trunc(pagesMax)}`);
  return writer;
}

/** The second connection sees what is committed and never waits for a writer; it refuses to write. */
async function openReader(path: string): Promise<SqliteConnection> {
  const reader = await openConnection(path);
  reader.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  reader.exec('pragma query_only = on');
  return reader;
}

const kyselyOver = (connection: SqliteConnection, begin: BeginMode): Kysely<Database> =>
  new Kysely<Database>({ dialect: new OwnSqliteDialect(connection, begin), plugins: [new ColumnTypesPlugin()] });

/** Opens (and creates) the database of `dataDir`, migrated. What its options mean is said at `DatabaseOptions`. */
export async function openSqlite(options: SqliteOptions): Promise<Db> {
  const { inMemory } = options;
  if (!inMemory) openDataDir(options.dataDir);
  const lock = inMemory ? undefined : await lockDataDir(options.dataDir);
  try {
    const path = inMemory ? ':memory:' : join(options.dataDir, DATABASE_FILE);
    const writer = kyselyOver(await openWriter(path, options), 'immediate');
    await writer.transaction().execute((trx) => runMigrations(trx, 'sqlite'));
    // Private memory belongs to one connection, so there reads share the writer's.
    const reader = inMemory ? writer : kyselyOver(await openReader(path), 'deferred');
    const commits = new CommitQueue(writer);
    return {
      dialect: 'sqlite',
      kysely: reader,
      transaction: (work) => commits.run(work),
      readTogether: (work) => (reader === writer ? commits.run(work) : reader.transaction().execute(work)),
      async close() {
        if (reader !== writer) await reader.destroy();
        await writer.destroy();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw startError(options.dataDir, error);
  }
}
