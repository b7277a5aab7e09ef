/** The product started by its own command, timed up to its `ready` line. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 15_000;

/** A line of the shell, run in the repository's root unless another folder is given. */
export type StartCommand = { readonly line: string; readonly cwd?: string };

export const NPM_START: StartCommand = { line: 'npm start' };
/** The last part of `npm start`: the server alone. */
export const SERVER_ALONE: StartCommand = { line: `exec ${serverLine()}` };
/** The first part: is everything installed, is nothing stale. */
export const PREPARE: StartCommand = { line: 'exec node scripts/prepare.mjs' };
export const NODE_ALONE: StartCommand = { line: 'exec node -e 0' };
export const EMPTY_FASTIFY: StartCommand = { line: 'exec node bench/start/empty-fastify.mjs' };

/** What the script of `npm start` ends in. */
function serverLine(): string {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
  const line = /exec (node .*)$/.exec(scripts.start)?.[1];
  if (line === undefined) throw new Error(`npm start does not end in a server: ${scripts.start}`);
  return line;
}

/** The empty server started by npm as the product is. `isDeaf`: it says that it is ready and listens to nobody. */
export function npmEmptyFastify(isDeaf: boolean): StartCommand {
  const cwd = `${root}.cache/bench-start-empty`;
  mkdirSync(cwd, { recursive: true });
  const start = `exec node ../../bench/start/empty-fastify.mjs${isDeaf ? ' --deaf' : ''}`;
  writeFileSync(`${cwd}/package.json`, JSON.stringify({ name: 'empty', version: '0.1.0', private: true, scripts: { start } }));
  return { line: 'npm start', cwd };
}

/** The same command with a server that says that it is ready and does not listen: until it is ended, so that no speed of a machine hides it. */
export function hastyServer(): StartCommand {
  const line = /process\.stdout\.write\(`ready \$\{url\}\\n`\);/;
  const start = 'await server.start();';
  const built = readFileSync(`${root}out/main.js`, 'utf8');
  if (!line.test(built) || !built.includes(start)) throw new Error('the built server is not what was to be changed');
  const early = "process.stdout.write('ready http://127.0.0.1:' + config.port + '\\n');";
  const hasty = built.replace(line, '').replace(start, `${early} await new Promise((never) => setInterval(() => never, 1_000));`);
  // With the chunks that it imports.
  cpSync(`${root}out`, `${root}.cache/bench-start`, { recursive: true });
  writeFileSync(`${root}.cache/bench-start/main.js`, hasty);
  return { line: 'node scripts/prepare.mjs && exec node .cache/bench-start/main.js' };
}

type StartedProduct = {
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
export async function startProduct({ line: command, cwd = root }: StartCommand, dataDir: string): Promise<StartedProduct> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'warn', SEED: '1' };
  const startMs = performance.now();
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => signal(child, 'SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
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

/** Milliseconds from the start of a command that ends by itself to its end; throws when it fails. */
export function timeToEnd({ line, cwd = root }: StartCommand): number {
  const startMs = performance.now();
  execFileSync('sh', ['-c', line], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  return performance.now() - startMs;
}
