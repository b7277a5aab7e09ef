/** Runs the same tests on both databases: SQLite always, PostgreSQL when `postgres-cluster.ts` found one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, inject, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { type DatabaseOptions, openDatabase } from '#server/database/open-database.ts';
import { copyOf, freshDataDir, runOn } from './database-copies.ts';

/**
 * `again` opens the database of an earlier (closed) one once more; `pagesMax` bounds the file (SQLite only). `isEmpty`: no copy, whose chance
 * values are those of every other copy, but one that is migrated by itself.
 */
type OpenOptions = { again?: Db; pagesMax?: number; isEmpty?: boolean };
/** Opens an empty, migrated database. What a test does not close is closed after its group. */
export type OpenDatabase = (options?: OpenOptions) => Promise<Db>;

/** Where a database lies, and how it is removed. */
export type Place = { options: DatabaseOptions; remove: () => Promise<void> };

async function freshFolder(isEmpty: boolean): Promise<Place> {
  const dataDir = isEmpty ? mkdtempSync(join(tmpdir(), 'outcry-db-')) : await freshDataDir();
  return { options: { dataDir, isFlushed: false }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

let schemas = 0;

async function freshCopy(url: string, pattern: string): Promise<Place> {
  const { databaseUrl, remove } = await copyOf(url, pattern);
  return { options: { dataDir: '', databaseUrl }, remove };
}

/** An empty schema in the PostgreSQL at `url`, for those who migrate it themselves. */
export async function freshSchema(url: string): Promise<Place> {
  const schema = `t${process.pid}_${Date.now().toString(36)}_${schemas++}`;
  await runOn(url, `create schema ${schema}`);
  const databaseUrl = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  return { options: { dataDir: '', databaseUrl }, remove: () => runOn(url, `drop schema ${schema} cascade`) };
}

/** An opener that cleans up after the group of tests it is made in. */
function opener(freshPlace: (isEmpty: boolean) => Promise<Place>): OpenDatabase {
  const places = new Map<Db, Place>();
  const opened = new Set<Db>();
  const used = new Set<Place>();
  afterAll(async () => {
    for (const db of opened) await db.close();
    for (const place of used) await place.remove();
  });
  return async ({ again, pagesMax, isEmpty = false } = {}) => {
    const place = (again && places.get(again)) ?? (await freshPlace(isEmpty));
    used.add(place);
    const db = await openDatabase({ ...place.options, pagesMax });
    const tracked: Db = {
      ...db,
      async close() {
        if (opened.delete(tracked)) await db.close();
      },
    };
    opened.add(tracked);
    places.set(tracked, place);
    return tracked;
  };
}

/** Declares a group of tests once per database. */
export function eachDatabase(name: string, body: (open: OpenDatabase, dialect: Db['dialect']) => void): void {
  describe(`${name} (SQLite)`, () => body(opener(freshFolder), 'sqlite'));
  const [url, pattern] = [inject('postgresUrl'), inject('postgresPattern')];
  describe(`${name} (PostgreSQL)`, () => {
    if (url)
      body(
        opener((isEmpty) => (isEmpty ? freshSchema(url) : freshCopy(url, pattern))),
        'postgres',
      );
    else it.skip('not tried here: no PostgreSQL on this machine and no TEST_DATABASE_URL', () => {});
  });
}
