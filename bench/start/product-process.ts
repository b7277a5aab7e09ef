/** The product started by its own command, timed up to its `ready` line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 15_000;

export const NPM_START = 'npm start';

/** The same command with a server that says that it is ready before it listens. */
export function hastyServer(): string {
  const line = /process\.stdout\.write\(`ready \$\{url\}\\n`\);/;
  const start = 'await server.start();';
  const built = readFileSync(`${root}out/main.js`, 'utf8');
  if (!line.test(built) || !built.includes(start)) throw new Error('the built server is not what was to be changed');
  const early = "process.stdout.write('ready http://127.0.0.1:' + config.port + '\\n');";
  const hasty = built.replace(line, '').replace(start, `${early} ${start}`);
  mkdirSync(`${root}.cache/bench-start`, { recursive: true });
  writeFileSync(`${root}.cache/bench-start/main.js`, hasty);
  return 'node scripts/prepare.mjs && exec node .cache/bench-start/main.js';
}

export type StartedProduct = {
  readonly url: string;
  /** From the start of the command to the line. */
  readonly readyMs: number;
  stop(): Promise<void>;
};

/** Signals the command and all that it started. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid as number), name);
  } catch {
    // It has ended.
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'close') : Promise.resolve();
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), STOPPED_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

/** Runs the command in a shell of its own; resolves at its `ready` line. */
export async function startProduct(command: string, dataDir: string): Promise<StartedProduct> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'warn', SEED: '1' };
  const startMs = performance.now();
  const child = spawn('sh', ['-c', command], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => signal(child, 'SIGKILL'));
  let printed = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready in time:\n${printed}`)), READY_WITHIN_MS);
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        const line = /^ready (http\S+)$/m.exec(printed);
        if (!line) return;
        clearTimeout(timer);
        resolve(line[1] as string);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${printed}`)));
    });
    return { url, readyMs: performance.now() - startMs, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}
