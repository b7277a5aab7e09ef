/**
 * Global set-up of the server tests: a PostgreSQL to test on. TEST_DATABASE_URL wins; otherwise the machine's own `postgres` is
 * started on a temporary folder, reachable through a socket in it only, and removed at the end. None found: it says so, and the
 * PostgreSQL half of the tests reports itself as skipped.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL database in which tests make schemas of their own; '' when there is none. */
    postgresUrl: string;
  }
}

const DEBIAN_HOME = '/usr/lib/postgresql';
const VERSION_MIN = 15;
const START_TRIES_MAX = 100;
const START_PAUSE_MS = 100;

let folder: string | undefined;
let server: ChildProcess | undefined;

/** Folders that may hold `postgres` and `initdb`, newest version first. */
function binFolders(): string[] {
  const versions = existsSync(DEBIAN_HOME) ? readdirSync(DEBIAN_HOME) : [];
  const debian = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_HOME, version, 'bin'));
  return [...debian, ...(process.env.PATH ?? '').split(delimiter)];
}

function findBinaries(): string | undefined {
  return binFolders().find((bin) => {
    if (!existsSync(join(bin, 'postgres')) || !existsSync(join(bin, 'initdb'))) return false;
    const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
    return Number(/(\d+)\./.exec(version)?.[1] ?? 0) >= VERSION_MIN;
  });
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or else `nobody`. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout);
    if (uid > 0) return { uid, gid };
  }
  return undefined;
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= START_TRIES_MAX || server?.exitCode !== null) throw error;
      await sleep(START_PAUSE_MS);
    }
  }
}

async function startCluster(bin: string): Promise<string> {
  const owner = unprivileged();
  folder = mkdtempSync(join(tmpdir(), 'outcry-pg-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const identity = { ...(owner ?? {}), cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'outcry', '-A', 'trust', '-E', 'UTF8', '--no-sync'], identity);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', max_connections: '200' };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...identity, stdio: 'ignore' });
  process.once('exit', () => server?.kill('SIGQUIT'));
  const url = `postgresql://outcry@${encodeURIComponent(folder)}/postgres`;
  await waitUntilReady(url);
  return url;
}

/** Called once before the tests of a project. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  const bin = given ? undefined : findBinaries();
  if (!given && !bin) {
    process.stderr.write(`No PostgreSQL ${VERSION_MIN} or newer on this machine and no TEST_DATABASE_URL: only SQLite is tested.\n`);
  }
  project.provide('postgresUrl', given ?? (bin ? await startCluster(bin) : ''));
}

/** Called once after them. */
export async function teardown(): Promise<void> {
  const running = server;
  if (running && running.exitCode === null) {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGINT');
    await ended;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
}
