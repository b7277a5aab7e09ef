/** The built server as its own process, as `npm start` runs it: started, stopped, killed and frozen by tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyFolderOf } from '../server/key-folder.ts';

const READY_WITHIN_MS = 60_000;
const root = new URL('../..', import.meta.url).pathname;

/** Below those that a system gives to its own connections: while a server is down, none of them may take its port. */
const PORTS = { first: 12_000, count: 18_000 };
const PORT_TRIES_MAX = 50;

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
    if (tries >= PORT_TRIES_MAX) throw new Error(`${tries} ports from ${PORTS.first} on are taken`);
  }
}

export type ServerProcess = {
  readonly url: string;
  readonly dataDir: string;
  readonly port: number;
  /** Everything it printed. */
  output(): string;
  /** Sends a signal and, unless it only freezes, waits for the end. Resolves with the exit code, null when a signal ended it. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<number | null>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
};

/** Starts the server and waits for its `ready` line. Throws with its output when it ends before. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'outcry-e2e-'));
  const keys = env.DATABASE_URL ? { TAPE_KEY_DIR: keyFolderOf(env.DATABASE_URL) } : {};
  const port = await freePort();
  let child: ChildProcess;
  let printed = '';

  const start = () =>
    new Promise<void>((resolve, reject) => {
      const started = spawn(process.execPath, ['out/main.js'], {
        cwd: root,
        // One seed, so that each run has the same market.
        env: { ...process.env, SEED: '1', PORT: String(port), DATA_DIR: dataDir, ...keys, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      const timer = setTimeout(() => reject(new Error(`not ready in time:\n${printed}`)), READY_WITHIN_MS);
      const before = printed.length;
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        // A line may come in two pieces; that of an earlier life does not count.
        if (!/^ready http/m.test(printed.slice(before))) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      started.on('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`ended with ${code} before it was ready:\n${printed}`));
      });
    });

  const signal: ServerProcess['signal'] = (name) =>
    new Promise((resolve) => {
      if (name === 'SIGSTOP' || name === 'SIGCONT') {
        child.kill(name);
        return resolve(null);
      }
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', (code) => resolve(code));
      child.kill(name);
    });

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    port,
    output: () => printed,
    signal,
    restart: start,
    async remove() {
      await signal('SIGCONT');
      await signal('SIGKILL');
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
