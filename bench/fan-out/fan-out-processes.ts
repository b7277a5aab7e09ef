/** The server under measurement and its load generator, each a process of its own, and questions to them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { LIMITS } from '../../server/limits/limits.ts';
import type { LoadCommand, LoadReport, ServerReport } from './fan-out-plan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ANSWER_WITHIN_MS = 60_000;
const SERVER_FLAGS = ['--max-semi-space-size=2'];

/** So many rows of all sockets together: a prime number, so that it is another row of another socket each time. */
const LOST_ROW = 997;

/** Loses a row for one socket every so often, inside the product: its sequence has no hole, so only a look at the rows can tell. */
const losing: Plugin = {
  name: 'lose-rows',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('server/socket/connection.ts')) return undefined;
    const source = readFileSync(id, 'utf8');
    const line = 'for (const change of changes) {';
    if (!source.includes(line)) throw new Error('connection.ts is not what was to be changed');
    return `let rowsSent = 0;\n${source.replace(line, `${line}\n      if (++rowsSent % ${LOST_ROW} === 0) continue;`)}`;
  },
};

/** Builds the server of this bench as the product's own is built; gives the bundle's path. */
export async function buildServer(losesRows: boolean): Promise<string> {
  const outDir = `${root}.cache/bench-fan-out`;
  await build({
    root,
    logLevel: 'warn',
    plugins: losesRows ? [losing] : [],
    build: { ssr: 'bench/fan-out/server.ts', outDir, emptyOutDir: true, target: 'node20' },
  });
  return `${outDir}/server.js`;
}

async function answer<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })) as [T];
  return message;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    // One seed, so that each run has the same market.
    env: { ...process.env, NODE_ENV: 'production', SEED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

export type MeasuredServer = { readonly url: string; report(): Promise<ServerReport>; stop(): Promise<void> };

/** Starts the built server with the flags of `npm start`. */
export const startServer = (bundle: string, env: Readonly<Record<string, string>>): Promise<MeasuredServer> =>
  measured(start([...SERVER_FLAGS, bundle], env));

/** Starts the floor: a server of sockets that sends batches of so many bytes at the product's interval and does nothing else. */
export const startBareServer = (bytesPerBatch: number): Promise<MeasuredServer> =>
  measured(
    start(
      [...SERVER_FLAGS, '--import', 'tsx', 'bench/fan-out/bare-server.ts', `${Math.round(bytesPerBatch)}`, `${LIMITS.socket.flushMs}`],
      {},
    ),
  );

async function measured(child: ChildProcess): Promise<MeasuredServer> {
  const { url } = await answer<{ url: string }>(child);
  return {
    url,
    report() {
      child.send('report');
      return answer<ServerReport>(child);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type LoadGenerator = { tell(command: LoadCommand): Promise<LoadReport>; stop(): void };

export function startGenerator(): LoadGenerator {
  const child = start(['--import', 'tsx', 'bench/fan-out/load-generator.ts'], {});
  return {
    tell(command) {
      child.send(command);
      return answer<LoadReport>(child);
    },
    stop: () => child.kill(),
  };
}
