/** G13: from the commit of a tick to a thousand sockets, on one machine with two cores, load generator included; and what a slow reader costs the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadReport, ServerReport } from './fan-out/fan-out-plan.ts';
import { buildServer, type LoadGenerator, type MeasuredServer, startGenerator, startServer } from './fan-out/fan-out-processes.ts';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { median, quantile } from './lib/statistics.ts';

const SOCKETS = 1_000;
const SLOW = 4;
/** Markets that never close, as many as a tall screen shows. */
const SYMBOLS = 'EURUSD XAUUSD BTCUSD ETHUSD BNBUSD SOLUSD LTCUSD BCHUSD AVAXUSD LINKUSD XRPUSD ADAUSD DOGEUSD TRXUSD'.split(' ');
/** With so many times the usual ticks nearly every product has changed in every flush. */
const FEED_SPEED = '4';
const MSGPACK = 'trade.v2.msgpack';
const JSON_TEXT = 'trade.v2.json';
const ROUNDS = 3;
/** A server that flushes less often than this does not work at all, however slow its machine is. */
const BATCH_WITHIN_MS = 500;
const BLOCK_TRIES_MAX = 12;

/** ms, each sample over all sockets. */
type Latencies = { readonly fromCommit: number[]; readonly fromFlush: number[]; readonly cpuPerFlush: number };
type Profile = { readonly alone: Latencies[]; readonly beside: Latencies[]; readonly bytes: number };

function latencies({ batches }: LoadReport, { commits, flushes, cpuMs }: ServerReport): Latencies {
  const fromFlush: number[] = [];
  const fromCommit: number[] = [];
  let commit = 0;
  for (const { n, times } of batches) {
    const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const flush = flushes.filter((at) => at <= first).at(-1);
    if (flush !== undefined) for (const time of times) fromFlush.push(time - flush);
    // Every group that came since the batch before is in this one.
    for (; commit < commits.length && (commits[commit]?.[0] as number) <= n; commit++) {
      const atMs = commits[commit]?.[1] as number;
      // What was committed before the measurement began is told by no batch of it.
      if (first - atMs < 1_000) for (const time of times) fromCommit.push(time - atMs);
    }
  }
  return { fromCommit, fromFlush, cpuPerFlush: cpuMs / Math.max(1, flushes.length) };
}

async function measure(server: MeasuredServer, load: LoadGenerator, ms: number): Promise<{ load: LoadReport; latencies: Latencies }> {
  await server.report();
  const report = await load.tell({ do: 'measure', ms });
  assertOutput(report.faults.length === 0, report.faults.join('; '));
  assertOutput(report.batches.length >= ms / BATCH_WITHIN_MS, `${report.batches.length} batches came in ${ms} ms`);
  const result = latencies(report, await server.report());
  assertOutput(result.fromCommit.length >= SOCKETS && result.fromFlush.length >= SOCKETS, 'no commit and no flush belongs to the batches');
  return { load: report, latencies: result };
}

/** Until the server has more for each slow reader than it lets wait; what lies between two processes holds some megabytes. */
async function block(server: MeasuredServer, load: LoadGenerator): Promise<void> {
  for (let tries = 0; tries < BLOCK_TRIES_MAX; tries++) {
    await load.tell({ do: 'block' });
    if ((await server.report()).blocked === SLOW) return;
  }
  assertOutput(false, 'the slow readers were not behind');
}

async function runProfile(
  server: MeasuredServer,
  load: LoadGenerator,
  profile: string,
  how: { ms: number; rounds: number },
): Promise<Profile> {
  const alone: Latencies[] = [];
  const beside: Latencies[] = [];
  let bytes = 0;
  await load.tell({ do: 'open', plan: { url: server.url, profile, sockets: SOCKETS, slow: SLOW, symbols: SYMBOLS } });
  await load.tell({ do: 'measure', ms: how.ms / 2 });
  for (let round = 0; round < how.rounds; round++) {
    const free = await measure(server, load, how.ms);
    alone.push(free.latencies);
    bytes = free.load.bytesPerBatch;
    await block(server, load);
    beside.push((await measure(server, load, how.ms)).latencies);
    await load.tell({ do: 'unblock' });
  }
  await load.tell({ do: 'close' });
  return { alone, beside, bytes };
}

const p99s = (list: readonly Latencies[], which: 'fromCommit' | 'fromFlush'): number[] => list.map((entry) => quantile(entry[which], 0.99));

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const how = quick ? { ms: 1_000, rounds: 1 } : { ms: 2_500, rounds: ROUNDS };
  const dataDir = mkdtempSync(join(tmpdir(), 'outcry-bench-'));
  const server = await startServer(await buildServer(broken !== undefined), {
    DATA_DIR: join(dataDir, 'db'),
    FEED_SPEED,
    LOG_LEVEL: 'warn',
  });
  const load = startGenerator();
  try {
    const msgpack = await runProfile(server, load, MSGPACK, how);
    const json = await runProfile(server, load, JSON_TEXT, how);
    const figures = [['msgpack', msgpack] as const, ['JSON', json] as const].flatMap(([name, { alone, beside }]) => [
      { name: `${name}: commit to socket, p99`, unit: 'ms', samples: p99s(alone, 'fromCommit') },
      { name: `${name}: flush to socket, p99`, unit: 'ms', samples: p99s(alone, 'fromFlush') },
      {
        name: `${name}: CPU of the server per flush, ticks and orders included`,
        unit: 'ms',
        samples: alone.map((entry) => entry.cpuPerFlush),
      },
      { name: `${name}: flush to socket beside ${SLOW} slow readers, p99`, unit: 'ms', samples: p99s(beside, 'fromFlush') },
    ]);
    const worst = (which: 'fromCommit' | 'fromFlush'): number =>
      Math.max(median(p99s(msgpack.alone, which)), median(p99s(json.alone, which)));
    const costs = [msgpack, json].map(({ alone, beside }) => median(p99s(beside, 'fromCommit')) / median(p99s(alone, 'fromCommit')));
    return {
      load: `${SOCKETS} sockets of one load generator on the same machine, each with ${SYMBOLS.length} products, ${FEED_SPEED} times the usual ticks, a real SQLite; ${how.rounds} rounds of ${how.ms / 1_000} s without and with ${SLOW} readers that do not read. Every socket must get every batch, whole and in order.`,
      figures,
      goals: [
        {
          id: 'G13',
          text: 'tick committed to received by 1,000 sockets, p99, the slower profile',
          value: worst('fromCommit'),
          unit: 'ms',
          limit: 250,
          note: ABSOLUTE_NOTE,
        },
        {
          id: 'G13',
          text: 'flush to received by 1,000 sockets, p99, the slower profile',
          value: worst('fromFlush'),
          unit: 'ms',
          limit: 60,
          note: ABSOLUTE_NOTE,
        },
        {
          id: 'G13',
          text: "slow readers' cost to the others' p99 from the commit",
          value: Number(Math.max(...costs).toFixed(3)),
          unit: 'x',
          limit: 1.1,
        },
      ],
      notes: [`A batch of all products is ${Math.round(msgpack.bytes)} bytes in msgpack and ${Math.round(json.bytes)} in JSON.`],
    };
  } finally {
    load.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'Fan-out to a thousand sockets',
  breaks: ['rows are dropped'],
  run,
};
