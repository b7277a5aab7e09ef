/** One server under load as a process of its own, and the load generator that is pointed at it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/server-process.ts';
import type { LoadPlan, LoadReport } from './load-plan.ts';

const READY_WITHIN_MS = 60_000;
const GENERATOR = fileURLToPath(new URL('load-generator.ts', import.meta.url));

export type ServerUnderLoad = {
  readonly url: string;
  load(plan: Omit<LoadPlan, 'url'>): Promise<LoadReport>;
  stop(): Promise<void>;
};

function readyLine(child: ChildProcess): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${printed}`)), READY_WITHIN_MS);
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (!/^ready http/m.test(printed)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)));
  });
}

/** Gives what the process printed. Throws when it failed. */
async function output(child: ChildProcess, input: string): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return Buffer.concat(chunks).toString();
}

/** Starts a built server; `env` names its database. The flags are those of `npm start`. */
export async function startServer(bundle: string, env: Readonly<Record<string, string>>): Promise<ServerUnderLoad> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--max-semi-space-size=2', bundle], {
    // One seed, so that each run has the same market.
    env: { ...process.env, NODE_ENV: 'production', SEED: '1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await readyLine(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async load(plan) {
      const generator = spawn(process.execPath, ['--import', 'tsx', GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
      return JSON.parse(await output(generator, JSON.stringify({ ...plan, url }))) as LoadReport;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
