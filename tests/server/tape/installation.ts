/** A running installation that can be put back to how it was, rows and file `newest` alike, so that one serves for many tamperings. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { bendDatabase } from '../bend-database.ts';
import { keyFolderOf } from '../key-folder.ts';

const SAVED = 'saved_';

async function tablesOf({ kysely, dialect }: Db): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await query.execute(kysely);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith(SAVED));
}

/** Where the newest checkpoint that was published lies, outside the database. */
const newestPath = (db: Db): string => join(keyFolderOf(db), 'newest');
const savedPath = (db: Db, name: string): string => `${newestPath(db)}.${name}`;

/** Remembers everything under a name. The installation must not be running. */
export async function save(db: Db, name: string): Promise<void> {
  const tables = await tablesOf(db);
  await bendDatabase(db, ...tables.map((table) => `create table "${SAVED}${name}_${table}" as select * from "${table}"`));
  copyFileSync(newestPath(db), savedPath(db, name));
}

/** Puts the database back; the file `newest` only with the whole machine. */
export async function putBack(db: Db, name: string, what: 'the database' | 'the machine'): Promise<void> {
  const tables = await tablesOf(db);
  const [before, asItWas] = db.dialect === 'sqlite' ? [['pragma defer_foreign_keys = on'], ''] : [[], 'overriding system value'];
  await bendDatabase(
    db,
    ...before,
    ...tables.map((table) => `delete from "${table}"`),
    ...tables.map((table) => `insert into "${table}" ${asItWas} select * from "${SAVED}${name}_${table}"`),
  );
  if (what === 'the machine') copyFileSync(savedPath(db, name), newestPath(db));
}

/** Nobody but clients knows how far the log had come. */
export const loseNewest = (db: Db): void => rmSync(newestPath(db), { force: true });
