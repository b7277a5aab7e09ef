/** Commands that build at the same time: the second waits, says so, and neither waits for ever. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
let lock: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-turn-'));
  lock = join(folder, 'building');
  log = join(folder, 'log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that works under the lock for so long; what it said, and its exit. */
function work(name: string, { ms, waitMs }: { ms: number; waitMs: number }): { child: ChildProcess; said: Promise<[string, number]> } {
  const code = `
    import { appendFileSync } from 'node:fs';
    const { inTurn } = await import(process.env.TURN_MODULE);
    inTurn(process.env.TURN_LOCK, () => {
      appendFileSync(process.env.TURN_LOG, '${name} begins\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
      appendFileSync(process.env.TURN_LOG, '${name} ends\\n');
    }, { waitMs: ${waitMs} });`;
  const env = { ...process.env, TURN_MODULE: join(process.cwd(), 'scripts/in-turn.mjs'), TURN_LOCK: lock, TURN_LOG: log };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr?.on('data', (part: Buffer) => {
    text += part.toString();
  });
  return { child, said: once(child, 'exit').then(([exit]) => [text, exit as number]) };
}
const written = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');

it('the second waits for the first and says for whom', async () => {
  const first = work('first', { ms: 800, waitMs: 20_000 });
  await expect.poll(written, { timeout: 10_000 }).toBe('first begins\n');
  const second = work('second', { ms: 1, waitMs: 20_000 });
  expect(await second.said).toEqual([`another build is under way (process ${first.child.pid}): waiting for it\n`, 0]);
  expect(await first.said).toEqual(['', 0]);
  expect(written()).toBe('first begins\nfirst ends\nsecond begins\nsecond ends\n');
  expect(existsSync(lock)).toBe(false);
});

it('who was killed at it keeps nobody out, and who takes too long is named', async () => {
  const killed = work('killed', { ms: 60_000, waitMs: 1 });
  await expect.poll(written, { timeout: 10_000 }).toBe('killed begins\n');
  const late = work('late', { ms: 1, waitMs: 300 });
  const [text, exit] = await late.said;
  expect([exit, text.includes(`another build (process ${killed.child.pid}) has not ended; if there is none, remove ${lock}`)]).toEqual([
    1,
    true,
  ]);
  killed.child.kill('SIGKILL');
  await killed.said;
  expect(existsSync(lock)).toBe(true);
  expect((await work('next', { ms: 1, waitMs: 20_000 }).said)[1]).toBe(0);
  expect(written()).toBe('killed begins\nnext begins\nnext ends\n');
});
