/**
 * The machine's own PostgreSQL on a temporary folder, reachable through a socket in it only: for tests and benches that need a database
 * server of their own. It refuses to run as root, so then it runs as `postgres`, or else `nobody`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What a group of tests opened is closed behind it: three files at once held 200 on a busy day. */
const CONNECTIONS_MAX = '500';

const DEBIAN_HOME = '/usr/lib/postgresql';
export const VERSION_MIN = 15;
const START_TRIES_MAX = 100;
const START_PAUSE_MS = 100;

export type LocalPostgres = {
  /** Of a database that nobody else uses. */
  readonly url: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
};

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

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout);
    if (uid > 0) return { uid, gid };
  }
  return undefined;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= START_TRIES_MAX || server.exitCode !== null) throw error;
      await sleep(START_PAUSE_MS);
    }
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await ended;
}

/** Starts one, or gives undefined where this machine has none that is new enough. `settings`: of postgresql.conf. */
export async function startLocalPostgres(settings: Readonly<Record<string, string>>): Promise<LocalPostgres | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'outcry-pg-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const identity = { ...(owner ?? {}), cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', 'outcry', '-A', 'trust', '-E', 'UTF8', '--no-sync'], identity);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const all = { listen_addresses: '', unix_socket_directories: folder, max_connections: CONNECTIONS_MAX, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...identity, stdio: 'ignore' });
  process.once('exit', () => server.kill('SIGQUIT'));
  const url = `postgresql://outcry@${encodeURIComponent(folder)}/postgres`;
  await waitUntilReady(url, server);
  return {
    url,
    async stop() {
      await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
