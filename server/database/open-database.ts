/** Opens the one database of the server: PostgreSQL when there is a DATABASE_URL, otherwise SQLite in DATA_DIR. Migrated before it is handed out. */
import type { Log } from '../log.ts';
import type { Db } from './database.ts';
import { openSqlite } from './open-sqlite.ts';

export type DatabaseOptions = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** SQLite only: how many pages the file may grow to, for tests of a full disk. */
  readonly pagesMax?: number | undefined;
  /** SQLite only: nothing on disk, for tests. */
  readonly inMemory?: boolean;
  /** SQLite only: false leaves it to the system when a commit reaches the disk, for tests. A killed process loses none; a power cut may. */
  readonly isFlushed?: boolean;
  /** Where broken idle connections are noted. */
  readonly log?: Log | undefined;
};

/**
 * Opens, locks (SQLite: one process per DATA_DIR) and migrates the database. Throws `DatabaseStartError` with one clear line when
 * DATA_DIR is in use or PostgreSQL cannot be reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  if (options.databaseUrl) {
    // Loaded by those who have one: its client is a tenth of what an embedded start would load.
    const { openPostgres } = await import('./open-postgres.ts');
    return openPostgres({ databaseUrl: options.databaseUrl, log: options.log });
  }
  const { dataDir, pagesMax, inMemory = false, isFlushed = true } = options;
  return openSqlite({ dataDir, pagesMax, inMemory, isFlushed });
}
