/** One server under load as a process of its own, and the load generator that is pointed at it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/e2e/server-process.ts';
import { type LoadPlan, type LoadReport, TRADING } from './load-plan.ts';

const READY_WITHIN_MS = 60_000;
const CPU_WITHIN_MS = 10_000;
const GENERATOR = fileURLToPath(new URL('load-generator.ts', import.meta.url));

export type ServerUnderLoad = {
  readonly url: string;
  /** `serverCpuMs`: CPU of the server's process from the first order sent until the generator had ended. */
  load(plan: Omit<LoadPlan, 'url'>): Promise<LoadReport & { readonly serverCpuMs: number }>;
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

/** Gives what the process printed behind its line `trading`, at which `onTrading` is called. Throws when it failed. */
async function output(child: ChildProcess, input: string, onTrading: () => void): Promise<string> {
  let printed = '';
  let isTrading = false;
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    if (isTrading || !printed.startsWith(`${TRADING}\n`)) return;
    isTrading = true;
    onTrading();
  });
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return printed.slice(TRADING.length);
}

/** Starts a built server; `env` names its database. The flags are those of `npm start`. */
export async function startServer(bundle: string, env: Readonly<Record<string, string>>): Promise<ServerUnderLoad> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--max-semi-space-size=2', bundle], {
    // One seed, so that each run has the same market.
    env: { ...process.env, NODE_ENV: 'production', SEED: '1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await readyLine(child);
  const url = `http://127.0.0.1:${port}`;
  const cpuMs = async (): Promise<number> => {
    child.send('cpu');
    const [answer] = (await once(child, 'message', { signal: AbortSignal.timeout(CPU_WITHIN_MS) })) as [number];
    return answer;
  };
  return {
    url,
    async load(plan) {
      const generator = spawn(process.execPath, ['--import', 'tsx', GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
      let before: Promise<number> | undefined;
      const printed = await output(generator, JSON.stringify({ ...plan, url }), () => {
        before = cpuMs();
      });
      if (!before) throw new Error('the load generator did not say when it began');
      const serverCpuMs = (await cpuMs()) - (await before);
      return { ...(JSON.parse(printed) as LoadReport), serverCpuMs };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
