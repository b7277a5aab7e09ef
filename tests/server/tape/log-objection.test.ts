/** A client that was there before: what it holds and the log cannot go on from stops the signing, on every node, and nothing else. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { checkpointRow } from '#server/repositories/tape-log-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { sayTo } from '../operations/say-to.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import type { Received, TestSocket } from '../test-socket.ts';

const apps: StartedApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
async function started(options: Parameters<typeof startApp>[0] = {}): Promise<StartedApp> {
  const app = await startApp(options);
  apps.push(app);
  return app;
}

const isType = (type: string) => (frame: Received) => frame.type === type;
async function hold(app: StartedApp, held: { note?: string; pace?: number } = {}): Promise<TestSocket> {
  const socket = await app.connect();
  await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
  await socket.ask({ type: 'sub', topic: 'TAPE', id: 2, ...held }, isType('sub'));
  return socket;
}
const heads = (socket: TestSocket) => socket.frames.filter(isType('TAPE'));
const obstacles = async (app: StartedApp) => (await app.app.inject('/readyz')).json().obstacles as string[];
const signed = async (app: StartedApp) => (await checkpointRow(app.db.kysely)).size;

eachDatabase('a client that holds a checkpoint', (open) => {
  it('D9.290 of this log, older or the newest, changes nothing; one that the log cannot go on from stops the signing until another log is begun', async () => {
    const app = await started({ db: await open() });
    await app.pushTick('EURUSD', '1.08345');
    const socket = await hold(app);
    await socket.run(12_000);
    const told = heads(socket);
    expect(told.length).toBeGreaterThan(3);
    const { tapeLog } = app.server.appParts;
    for (const frame of [told[0], told.at(-1)]) await hold(app, { note: String(frame?.note) });
    // Notes that are none, of others, or of another log, are no objection either.
    const foreign = tapeLog.signReceipt(checkpointText({ origin: tapeLog.keys.origin, size: 9_999, root: new Uint8Array(32) }));
    const elsewhere = tapeLog.signLog(checkpointText({ origin: 'other.example/tape', size: 9_999, root: new Uint8Array(32) }));
    for (const note of ['', 'x', foreign, elsewhere]) await hold(app, { note });
    await socket.run(2_000);
    expect(await obstacles(app)).toEqual([]);
    const before = await signed(app);
    await socket.run(2_000);
    expect(await signed(app)).toBeGreaterThan(before);

    const held = tapeLog.signLog(checkpointText({ origin: tapeLog.keys.origin, size: 3, root: new Uint8Array(32) }));
    await hold(app, { note: held });
    await expect.poll(() => obstacles(app)).toEqual(['tape log']);
    const stopped = await signed(app);
    const said = heads(socket).length;
    await socket.run(5_000);
    expect([await signed(app), heads(socket).length - said]).toEqual([stopped, 0]);
    expect((await checkpointRow(app.db.kysely)).objection).toBe(held);
    expect((await sayTo(app, { command: 'tape-log' })).lines.join('\n')).toContain(held.split('\n')[0]);
    expect(await sayTo(app, { command: 'tape-log' })).toMatchObject({ isGood: false });
    // Prices and orders go on: only the log stands still.
    await app.pushTick('EURUSD', '1.08400');
    expect(app.server.tape.newest(1)?.price).toBe(108_400_000n);

    expect(await sayTo(app, { command: 'tape-log', words: ['new'] })).toMatchObject({
      isGood: false,
      lines: [expect.stringContaining('--reason')],
    });
    expect(await sayTo(app, { command: 'tape-log', words: ['new'], reason: 'a client was right' })).toMatchObject({ isGood: true });
    expect(await obstacles(app)).toEqual([]);
    await socket.run(3_000);
    expect(await signed(app)).toBeGreaterThan(stopped);
    expect(String(heads(socket).at(-1)?.note)).toMatch(/^[0-9a-f]{16}\.outcry\.invalid\/tape\/2\n/);
    expect(await sayTo(app, { command: 'tape-log' })).toMatchObject({ isGood: true });
  });

  it('G14 gets it at the pace that it asked for', async () => {
    const app = await started({ db: await open() });
    await app.pushTick('EURUSD', '1.08345');
    const slow = await hold(app, { pace: 5_000 });
    const quick = await hold(app);
    await quick.run(25_000);
    expect(heads(quick).length).toBeGreaterThanOrEqual(15);
    expect(heads(slow).length).toBeGreaterThanOrEqual(3);
    expect(heads(slow).length).toBeLessThanOrEqual(5);
  });
});

describe('a machine that is set back whole', () => {
  it('D9.290 is found out by a client that was there before, within the 5 s before the first signature', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-back-'));
    const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
    try {
      const first = await started({ dataDir });
      await first.pushTick('EURUSD', '1.08345');
      const socket = await hold(first);
      await socket.run(10_000);
      await apps.splice(0)[0]?.close();
      cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
      const second = await started({ dataDir, startMs: first.clock.now() });
      const there = await hold(second);
      await there.run(12_000);
      const note = String(heads(there).at(-1)?.note);
      const nowMs = second.clock.now();
      await apps.splice(0)[0]?.close();
      // Database, keys and the file beside them: all of it from before.
      rmSync(dataDir, { recursive: true });
      cpSync(copy, dataDir, { recursive: true });
      expect(existsSync(join(dataDir, 'tape-log', 'newest'))).toBe(true);
      const back = await started({ dataDir, startMs: nowMs });
      const before = await signed(back);
      expect(before).toBeGreaterThan(0);
      const client = await hold(back, { note });
      await expect.poll(() => obstacles(back)).toEqual(['tape log']);
      await client.run(15_000);
      expect([await signed(back), heads(client).filter((frame) => Number(frame.height) > before)]).toEqual([before, []]);
    } finally {
      for (const app of apps.splice(0)) await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
