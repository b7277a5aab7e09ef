/** The built server and the operator's command line as processes, as `npm start` and `npm run operator` run them. */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { expect } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;
const READY = /^ready (http:\/\/127\.0\.0\.1:\d+)\n/m;

type Run = {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
};
const runs: Run[] = [];

/** Builds what is stale: in `npm test` nothing is. */
export const build = (): void =>
  void execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });

function start(file: string, words: readonly string[], env: Record<string, string>): Run {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [file, ...words], {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: 'warn', PORT: '0', ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const started = { child, out: () => out, err: () => err, ended };
  runs.push(started);
  return started;
}

export const run = (env: Record<string, string>): Run => start('out/main.js', [], env);

/** One command of the operator: its exit code and what it printed. */
export async function operate(env: Record<string, string>, ...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const started = start('out/operator.js', words, env);
  const code = await started.ended;
  return { code, out: started.out(), err: started.err() };
}

/** Address of a process that says `ready`; throws with what it printed when it ends instead. */
export async function ready(started: Run): Promise<string> {
  await expect.poll(() => READY.test(started.out()) || started.child.exitCode !== null, { timeout: 30_000 }).toBe(true);
  const address = READY.exec(started.out())?.[1];
  if (!address) throw new Error(`ended: ${started.err()}`);
  return address;
}

/** Exit code and the one line of a start that cannot go on. */
export async function refusal(env: Record<string, string>): Promise<{ code: number | null; line: string }> {
  const started = run(env);
  const code = await started.ended;
  expect(started.out()).not.toMatch(READY);
  return { code, line: started.err().trim() };
}

export async function endAll(): Promise<void> {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
}
