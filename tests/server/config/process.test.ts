/** The process itself: what it prints, how it ends, and what it does not harm. Run from source, so that no build is needed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '#protocol/errors.ts';
import type { LoginReply } from '#protocol/rest/user.ts';

const root = new URL('../../..', import.meta.url).pathname;
const READY = /^ready (http:\/\/127\.0\.0\.1:\d+)$/m;

type Run = {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
};
const runs: Run[] = [];

function run(env: Record<string, string>): Run {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
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
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const started = { child, out: () => out, err: () => err, ended };
  runs.push(started);
  return started;
}

/** Address of a process that says `ready`; throws with what it printed when it ends instead. */
async function ready(started: Run): Promise<string> {
  await expect.poll(() => READY.test(started.out()) || started.child.exitCode !== null, { timeout: 30_000 }).toBe(true);
  const address = READY.exec(started.out())?.[1];
  if (!address) throw new Error(`ended: ${started.err()}`);
  return address;
}

/** Exit code and the one line of a start that cannot go on. */
async function refusal(env: Record<string, string>): Promise<{ code: number | null; line: string }> {
  const started = run(env);
  const code = await started.ended;
  expect(started.out()).not.toMatch(READY);
  return { code, line: started.err().trim() };
}

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'outcry-process-'));
});
afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const post = async (url: string, fields: Record<string, string>) =>
  (await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json()) as Envelope<LoginReply>;

describe('the process', () => {
  it('says ready, serves, ends with 0 on a signal whatever follows it, and finds its accounts again', async () => {
    const first = run({ DATA_DIR: dataDir });
    const url = await ready(first);
    const made = (await (await fetch(`${url}/api/user/createAccountDemoForU`)).json()) as Envelope<{ demo_id: string }>;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    first.child.kill('SIGTERM');
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(first.err()).toBe('');
    const second = run({ DATA_DIR: dataDir });
    const again = await ready(second);
    const { code, data } = await post(`${again}/api/user/loginDemoForU`, { demo_id: made.data.demo_id });
    expect(code).toBe(1);
    expect(data.user.is_demo).toBe(1);
  });

  it('a second process on the same DATA_DIR is one line, and the first goes on', async () => {
    const first = run({ DATA_DIR: dataDir });
    const url = await ready(first);
    const { code, line } = await refusal({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(line).toContain(dataDir);
    expect(line.split('\n')).toHaveLength(1);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('a taken port is one line that names it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, line } = await refusal({ DATA_DIR: dataDir, PORT: port });
    taken.close();
    expect(code).toBe(1);
    expect(line).toMatch(new RegExp(`^PORT: got "${port}"`));
    expect(line.split('\n')).toHaveLength(1);
  });

  it.each([
    [{ PORT: 'http' }, /^PORT: got "http", takes /],
    [{ PROFILE: 'production' }, /^FEED: got "synthetic", takes /],
    [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, /DATABASE_URL/],
  ])('%j ends with 1 and one line', async (env, pattern) => {
    const { code, line } = await refusal({ DATA_DIR: dataDir, ...env });
    expect(code).toBe(1);
    expect(line).toMatch(pattern);
    expect(line).not.toContain('secret');
    expect(line.split('\n')).toHaveLength(1);
  });
});
