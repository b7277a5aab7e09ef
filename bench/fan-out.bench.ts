/** G13: from the commit of a tick to a thousand sockets, beside a bare server of sockets, load generator on the same machine; and what a slow reader costs the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../server/limits/limits.ts';
import type { LoadReport } from './fan-out/fan-out-plan.ts';
import {
  buildServer,
  type LoadGenerator,
  type MeasuredServer,
  startBareServer,
  startGenerator,
  startServer,
} from './fan-out/fan-out-processes.ts';
import { type Latencies, latencies } from './fan-out/latencies.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { median, quantile, ratios } from './lib/statistics.ts';

const SLOW = 4;
/** Markets that never close, as many as a tall screen shows. */
const SYMBOLS = 'EURUSD XAUUSD BTCUSD ETHUSD BNBUSD SOLUSD LTCUSD BCHUSD AVAXUSD LINKUSD XRPUSD ADAUSD DOGEUSD TRXUSD'.split(' ');
/** With so many times the usual ticks nearly every product has changed in every flush. */
const FEED_SPEED = '4';
const MSGPACK = 'trade.v2.msgpack';
const JSON_TEXT = 'trade.v2.json';
/** A server that flushes less often than this does not work at all, however slow its machine is. */
const BATCH_WITHIN_MS = 500;
const BLOCK_TRIES_MAX = 12;

/** Until the sockets of a round are served as they will be. */
const WARM_UP_MS = 1_000;

type Size = { readonly sockets: number; readonly ms: number; readonly rounds: number };
const FULL: Size = { sockets: 1_000, ms: 1_500, rounds: 4 };
const QUICK: Size = { sockets: 1_000, ms: 1_000, rounds: 2 };
/** Rows enough that several are lost in any second. */
const BROKEN: Size = { sockets: 200, ms: 1_000, rounds: 1 };

/** By round: the product, the product beside slow readers, and the bare server. */
type Profile = { readonly alone: Latencies[]; readonly beside: Latencies[]; readonly bare: Latencies[]; readonly bytes: number };

type Rig = { readonly load: LoadGenerator; readonly size: Size; readonly profile: string };

const open = ({ load, size, profile }: Rig, { url }: MeasuredServer, slow = 0) =>
  load.tell({ do: 'open', plan: { url, profile, sockets: size.sockets, slow, symbols: SYMBOLS } });

async function measure({ load, size }: Rig, server: MeasuredServer): Promise<{ load: LoadReport; latencies: Latencies }> {
  await load.tell({ do: 'measure', ms: WARM_UP_MS });
  await server.report();
  const report = await load.tell({ do: 'measure', ms: size.ms });
  assertOutput(report.faults.length === 0, report.faults.join('; '));
  assertOutput(report.batches.length >= size.ms / BATCH_WITHIN_MS, `${report.batches.length} batches came in ${size.ms} ms`);
  const result = latencies(report, await server.report());
  const isJoined = result.fromCommit.length >= size.sockets && result.fromFlush.length >= size.sockets;
  assertOutput(isJoined, 'no commit and no flush belongs to the batches');
  return { load: report, latencies: result };
}

/** Until the server has more for each slow reader than it lets wait; what lies between two processes holds some megabytes. */
async function block(server: MeasuredServer, load: LoadGenerator): Promise<void> {
  for (let tries = 0; tries < BLOCK_TRIES_MAX; tries++) {
    await load.tell({ do: 'block' });
    // Others may be behind for a moment as well.
    if ((await server.report()).blocked >= SLOW) return;
  }
  assertOutput(false, 'the slow readers were not behind');
}

/** Sockets of the product, alone and beside slow readers, and of a bare server that sends as many bytes, in turns. */
async function runProfile(server: MeasuredServer, rig: Rig): Promise<Profile> {
  const profile: Profile = { alone: [], beside: [], bare: [], bytes: 0 };
  const { load, size } = rig;
  await open(rig, server);
  const { bytesPerBatch } = (await measure(rig, server)).load;
  await load.tell({ do: 'close' });
  const bare = await startBareServer(bytesPerBatch);
  const product = async () => {
    await open(rig, server, SLOW);
    profile.alone.push((await measure(rig, server)).latencies);
    // Who is slow stays so: these are always behind those alone.
    await block(server, load);
    profile.beside.push((await measure(rig, server)).latencies);
    await load.tell({ do: 'close' });
  };
  const floor = async () => {
    await open(rig, bare);
    profile.bare.push((await measure(rig, bare)).latencies);
    await load.tell({ do: 'close' });
  };
  for (let round = 0; round < size.rounds; round++) for (const take of round % 2 ? [floor, product] : [product, floor]) await take();
  await bare.stop();
  return { ...profile, bytes: bytesPerBatch };
}

const p99s = (list: readonly Latencies[], which: 'fromCommit' | 'fromFlush'): number[] => list.map((entry) => quantile(entry[which], 0.99));
const cpus = (list: readonly Latencies[]): number[] => list.map((entry) => entry.cpuPerFlush);

const figuresOf = (name: string, { alone, beside, bare }: Profile): Figure[] => [
  { name: `${name}: commit to socket, p99`, unit: 'ms', samples: p99s(alone, 'fromCommit'), isWall: true },
  { name: `${name}: flush to socket, p99`, unit: 'ms', samples: p99s(alone, 'fromFlush'), isWall: true },
  { name: `${name}: flush to socket of a bare server, p99`, unit: 'ms', samples: p99s(bare, 'fromFlush'), isWall: true },
  { name: `${name}: flush to socket beside ${SLOW} slow readers, p99`, unit: 'ms', samples: p99s(beside, 'fromFlush'), isWall: true },
  { name: `${name}: CPU of the server per flush, ticks and orders included`, unit: 'ms', samples: cpus(alone) },
  { name: `${name}: CPU of a bare server per flush`, unit: 'ms', samples: cpus(bare) },
];

function goalsOf(profiles: readonly Profile[], sockets: number): Goal[] {
  const worst = (of: (profile: Profile) => number[]): number => Math.max(...profiles.map((profile) => median(of(profile))));
  const { flushMs } = LIMITS.socket;
  const goal = (text: string, value: number, limit: number): Goal => ({
    ...{ id: 'G13', text, value, unit: 'x', limit },
    ...(text.startsWith('CPU') ? {} : { isWall: true }),
  });
  const to = `${sockets.toLocaleString('en')} sockets, the slower profile`;
  return [
    goal(
      `CPU of the server per flush to ${to}, of a bare server's`,
      worst(({ alone, bare }) => ratios(cpus(alone), cpus(bare))),
      3,
    ),
    goal(
      `flush to received by ${to}, p99, of a bare server's`,
      worst(({ alone, bare }) => ratios(p99s(alone, 'fromFlush'), p99s(bare, 'fromFlush'))),
      3,
    ),
    goal(
      `tick committed to received by ${to}, p99, of a flush interval and a bare server's p99`,
      worst(({ alone, bare }) =>
        ratios(
          p99s(alone, 'fromCommit'),
          p99s(bare, 'fromFlush').map((ms) => flushMs + ms),
        ),
      ),
      1.2,
    ),
    // From the flush: an interval of waiting in both parts would hide most of what a slow reader costs.
    goal(
      "slow readers' cost to the others' p99 from the flush",
      worst(({ alone, beside }) => ratios(p99s(beside, 'fromFlush'), p99s(alone, 'fromFlush'))),
      1.3,
    ),
  ];
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const size = broken ? BROKEN : quick ? QUICK : FULL;
  const dataDir = mkdtempSync(join(tmpdir(), 'outcry-bench-'));
  const env = { DATA_DIR: join(dataDir, 'db'), FEED_SPEED, LOG_LEVEL: 'warn' };
  const server = await startServer(await buildServer(broken !== undefined), env);
  const load = startGenerator();
  try {
    const msgpack = await runProfile(server, { load, size, profile: MSGPACK });
    const json = await runProfile(server, { load, size, profile: JSON_TEXT });
    return {
      load: `${size.sockets} sockets of one load generator on the same machine, each with ${SYMBOLS.length} products, ${FEED_SPEED} times the usual ticks, a real SQLite; in turns with a bare server of sockets that sends as many bytes at the same interval; ${size.rounds} rounds of ${size.ms / 1_000} s, without and with ${SLOW} readers that do not read. Every socket must get every batch, whole and in order.`,
      figures: [...figuresOf('msgpack', msgpack), ...figuresOf('JSON', json)],
      goals: goalsOf([msgpack, json], size.sockets),
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
