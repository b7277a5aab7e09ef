/**
 * Databases that are copies of one with every table in it: a test has a whole one of its own in a fraction of the time that the migrations
 * take. Whoever is named by TEST_DATABASE_URL has to be allowed to create databases.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/database/open-database.ts';

let copies = 0;
/** A name that no other process, run or test has. */
const freshName = (kind: string): string => `${kind}${process.pid}_${Date.now().toString(36)}_${copies++}`;

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

type Copy = { readonly databaseUrl: string; readonly remove: () => Promise<void> };

/** A new database beside that of `url`; empty, or as `pattern` is, to which nobody may be connected. */
async function create(url: string, name: string, pattern = ''): Promise<Copy> {
  await runOn(url, `create database ${name}${pattern && ` template ${pattern}`}`);
  // A test that failed may have left a server running in it.
  return { databaseUrl: addressOf(url, name), remove: () => runOn(url, `drop database ${name} with (force)`) };
}

/** The migrated database that `copyOf` copies, by its name. */
export async function makePattern(url: string): Promise<{ readonly name: string; readonly remove: () => Promise<void> }> {
  const name = freshName('pattern');
  const { databaseUrl, remove } = await create(url, name);
  await (await openDatabase({ dataDir: '', databaseUrl })).close();
  return { name, remove };
}

export const copyOf = (url: string, pattern: string): Promise<Copy> => create(url, freshName('copy'), pattern);

let migrated: Promise<string> | undefined;
async function migratedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outcry-pattern-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openDatabase({ dataDir, isFlushed: false })).close();
  return dataDir;
}

/** A new DATA_DIR with a migrated SQLite database in it. */
export async function freshDataDir(): Promise<string> {
  migrated ??= migratedFolder();
  const pattern = await migrated;
  const dataDir = mkdtempSync(join(tmpdir(), 'outcry-db-'));
  cpSync(pattern, dataDir, { recursive: true });
  return dataDir;
}
