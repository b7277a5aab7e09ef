/**
 * Global set-up of the server tests: a PostgreSQL to test on. TEST_DATABASE_URL wins; otherwise the machine's own is started and
 * removed at the end. None found: it says so, and the PostgreSQL half of the tests reports itself as skipped.
 */
import type { TestProject } from 'vitest/node';
import { makePattern } from './database-copies.ts';
import { type LocalPostgres, startLocalPostgres, VERSION_MIN } from './local-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL database in which tests make schemas of their own; '' when there is none. */
    postgresUrl: string;
    /** Name of the migrated database beside it that tests copy; '' when there is none. */
    postgresPattern: string;
  }
}

let postgres: LocalPostgres | undefined;
let pattern: Awaited<ReturnType<typeof makePattern>> | undefined;

/** Called once before the tests of a project. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  // Tests kill our own process, never the database: what these guard against does not happen to it.
  postgres = given ? undefined : await startLocalPostgres({ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' });
  if (!given && !postgres) {
    process.stderr.write(`No PostgreSQL ${VERSION_MIN} or newer on this machine and no TEST_DATABASE_URL: only SQLite is tested.\n`);
  }
  const url = given ?? postgres?.url ?? '';
  pattern = url === '' ? undefined : await makePattern(url);
  project.provide('postgresUrl', url);
  project.provide('postgresPattern', pattern?.name ?? '');
}

/** Called once after them. */
export async function teardown(): Promise<void> {
  await pattern?.remove();
  await postgres?.stop();
}
