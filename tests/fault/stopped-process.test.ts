/**
 * A server that is stopped (SIGSTOP) while orders wait in its sockets, and one whose wall clock is set while it
 * runs. Nothing is filled at a price from before, and orders are taken again at once.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { DatabaseOptions } from '#server/database/open-database.ts';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';
import { freshSchema, type Place } from '../server/each-database.ts';
import { blindConfirms, fillProblems, nowMs, type Sent, sleep, type TimeClient, timeClient, wholeTape } from './time-client.ts';

const LONG = Boolean(process.env.TEST_LONG);
const STOPS_S = LONG ? [6, 20, 60] : [6];
const HOUR_MS = 3_600_000;
const STEPS_MS = [1_000, 60_000, HOUR_MS, 24 * HOUR_MS].flatMap((byMs) => [byMs, -byMs]);
/** Orders are taken again within this after the process runs, or the clock was set. */
const STALL_MS_MAX = 5_000;
const TRY_EVERY_MS = 600;
/** Between a signal and the moment at which the process has obeyed it, on a busy machine. */
const SIGNAL_MS = 200;

const servers: ServerProcess[] = [];
const places: Place[] = [];
afterAll(async () => {
  for (const each of [...servers, ...places]) await each.remove();
});

/** Orders in turn over three products until each has had one filled; they end when that takes too long. */
async function tradeAgain(client: TimeClient, productIds: readonly number[]): Promise<{ sent: Sent[]; stallMs: number }> {
  const startMs = nowMs();
  const sent: Sent[] = [];
  const missing = new Set(productIds);
  while (missing.size > 0 && nowMs() - startMs < 3 * STALL_MS_MAX) {
    for (const productId of [...missing]) {
      const order = await client.order(productId);
      sent.push(order);
      if (order.code === 1) missing.delete(productId);
    }
    if (missing.size > 0) await sleep(TRY_EVERY_MS);
  }
  return { sent, stallMs: missing.size > 0 ? Number.POSITIVE_INFINITY : nowMs() - startMs };
}

type Stop = {
  readonly waited: Sent[];
  readonly later: Sent[];
  readonly stallMs: number /** Tape time when it ran again. */;
  readonly runsMs: number;
};

async function stopFor(running: ServerProcess, client: TimeClient, productIds: readonly number[], seconds: number): Promise<Stop> {
  const readMs = nowMs();
  const tapeMs = await client.tapeMs();
  await running.signal('SIGSTOP');
  const stoppedMs = nowMs();
  const waiting: Promise<Sent>[] = [];
  for (const share of [0.1, 0.95]) {
    await sleep(stoppedMs + seconds * 1_000 * share - nowMs());
    waiting.push(...productIds.map((productId) => client.order(productId)));
  }
  await sleep(stoppedMs + seconds * 1_000 - nowMs());
  const runsMs = tapeMs + (nowMs() - readMs);
  await running.signal('SIGCONT');
  const waited = await Promise.all(waiting);
  const { sent: later, stallMs } = await tradeAgain(client, productIds);
  return { waited, later, stallMs, runsMs };
}

async function stopped(options: DatabaseOptions | undefined): Promise<void> {
  const running = await startServer(options?.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {});
  servers.push(running);
  const client = await timeClient(running);
  const productIds = client.open.slice(0, 3);
  expect((await tradeAgain(client, productIds)).stallMs).toBeLessThan(STALL_MS_MAX);
  const stops: Stop[] = [];
  for (const seconds of STOPS_S) stops.push(await stopFor(running, client, productIds, seconds));
  const lines = running.output().match(/the process stood still/g) ?? [];
  const { stall } = await client.doubts();
  await running.signal('SIGTERM');
  const tape = await wholeTape({ dataDir: running.dataDir, databaseUrl: options?.databaseUrl });
  const report = stops.map(({ waited, later, stallMs, runsMs }, at) => ({
    seconds: STOPS_S[at],
    stallMs: Math.round(stallMs),
    waiting: waited.map(({ code }) => code).join(' '),
    problems: [...waited, ...later].filter(({ code }) => code === 1).flatMap((fill) => fillProblems(fill, tape, runsMs - SIGNAL_MS)),
  }));
  if (LONG) process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.flatMap(({ problems }) => problems)).toEqual([]);
  expect(Math.max(...report.map(({ stallMs }) => stallMs))).toBeLessThan(STALL_MS_MAX);
  // Refused as stale, or filled at a price of after the stop; nothing else.
  expect(stops.flatMap(({ waited }) => waited).filter(({ code }) => code !== 1 && code !== 1108)).toEqual([]);
  expect(blindConfirms(tape)).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(STOPS_S.length);
  expect(stall).toBe(lines.length);
}

// Both at once: what they do is to stand still.
describe.concurrent('a process that was stopped', () => {
  it('D1.4.08 D9.13 SQLite: sells no price from before, and takes orders again within 5 s', () => stopped(undefined), 240_000);

  const url = inject('postgresUrl');
  it.runIf(url)(
    'D1.4.08 D9.13 PostgreSQL: the same',
    async () => {
      const place = await freshSchema(url);
      places.push(place);
      await stopped(place.options);
    },
    240_000,
  );
});

describe.runIf(LONG)('a wall clock that is set while the server runs', () => {
  it('D9.13 by a second, a minute, an hour, a day, either way: no frozen price, no stall, and the time of the tape goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-wall-'));
    const file = join(folder, 'ahead-ms');
    const preload = new URL('fake-wall.mjs', import.meta.url).href;
    try {
      writeFileSync(file, '0');
      const running = await startServer({ NODE_OPTIONS: `--import=${preload}`, FAKE_WALL_FILE: file });
      servers.push(running);
      const client = await timeClient(running);
      const productIds = client.open.slice(0, 3);
      const fills: Sent[] = [];
      const report: { byMs: number; stallMs: number; tapeLeftMs: number }[] = [];
      let aheadMs = 0;
      for (const byMs of STEPS_MS) {
        await tradeAgain(client, productIds);
        const readMs = nowMs();
        const tapeMs = await client.tapeMs();
        aheadMs += byMs;
        writeFileSync(file, String(aheadMs));
        await sleep(50);
        const { sent, stallMs } = await tradeAgain(client, productIds);
        fills.push(...sent);
        // As long as a frozen price was sold, and longer.
        for (const endMs = nowMs() + 7_000; nowMs() < endMs; await sleep(1_000)) fills.push(await client.order(productIds[0] as number));
        const tapeLeftMs = (await client.tapeMs()) - tapeMs - (nowMs() - readMs);
        report.push({ byMs, stallMs: Math.round(stallMs), tapeLeftMs: Math.round(tapeLeftMs) });
      }
      const lines = running.output().match(/the wall clock was set/g) ?? [];
      const { forward, back } = await client.doubts();
      const { dataDir } = running;
      await running.signal('SIGTERM');
      const tape = await wholeTape({ dataDir });
      process.stdout.write(`${JSON.stringify({ report, fills: fills.length, lines: lines.length })}\n`);
      expect(fills.filter(({ code }) => code === 1).flatMap((fill) => fillProblems(fill, tape))).toEqual([]);
      expect(fills.filter(({ code }) => code !== 1 && code !== 1108)).toEqual([]);
      expect(Math.max(...report.map(({ stallMs }) => stallMs))).toBeLessThan(STALL_MS_MAX);
      expect(Math.max(...report.map(({ tapeLeftMs }) => Math.abs(tapeLeftMs)))).toBeLessThan(500);
      expect(blindConfirms(tape)).toEqual([]);
      // One line for each step, whatever was asked meanwhile; one of a second lies on the bound, and a clock is read in whole ms.
      expect(lines.length).toBe((forward ?? 0) + (back ?? 0));
      for (const count of [forward, back]) expect([3, 4]).toContain(count);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 400_000);
});
