/** G13: how many orders a second one server takes over HTTP, beside what the disk allows to a program that does nothing but write them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres } from '../tests/server/local-postgres.ts';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions, type Figure, type Goal } from './lib/bench.ts';
import { median, quantile, ratios } from './lib/statistics.ts';
import { buildServer } from './orders/build-server.ts';
import type { Acknowledged, LoadPlan, LoadReport } from './orders/load-plan.ts';
import { openRawOrders } from './orders/raw-orders.ts';
import { type ServerUnderLoad, startServer } from './orders/server-process.ts';
import { verifyOrders } from './orders/verify-orders.ts';

const BREAK = 'an order is acknowledged and not stored';
/** EUR/USD, which the seeded market trades around the clock. */
const PRODUCT_ID = 1;
const CONNECTIONS = 64;
const SQLITE_SHARE = 0.35;
const POSTGRES_PER_SECOND = 400;

type Size = { readonly users: number; readonly durationMs: number; readonly rawMs: number; readonly repetitions: number };
const FULL: Size = { users: 1_920, durationMs: 10_000, rawMs: 3_000, repetitions: 3 };
const QUICK: Size = { users: 128, durationMs: 1_500, rawMs: 800, repetitions: 1 };

type Samples = { perSecond: number[]; p50: number[]; p99: number[]; generator: number[]; acknowledged: Acknowledged[] };

const perSecond = (report: LoadReport): number => (report.acknowledged.length / report.tookMs) * 1_000;

/** One run of the load; every order must have been placed. */
async function measure(server: ServerUnderLoad, plan: Omit<LoadPlan, 'url' | 'productId'>, into: Samples): Promise<void> {
  const report = await server.load({ ...plan, productId: PRODUCT_ID });
  assertOutput(Object.keys(report.refused).length === 0, `orders were refused: ${JSON.stringify(report.refused)}, ${report.sample}`);
  into.perSecond.push(perSecond(report));
  into.p50.push(quantile(report.latencies, 0.5));
  into.p99.push(quantile(report.latencies, 0.99));
  into.generator.push(report.cpuShare * 100);
  into.acknowledged.push(...report.acknowledged);
}

const noSamples = (): Samples => ({ perSecond: [], p50: [], p99: [], generator: [], acknowledged: [] });

const figuresOf = (name: string, samples: Samples): Figure[] => [
  { name: `${name}: orders`, unit: '1/s', samples: samples.perSecond },
  { name: `${name}: answer, ${CONNECTIONS} at once, p50`, unit: 'ms', samples: samples.p50 },
  { name: `${name}: answer, ${CONNECTIONS} at once, p99`, unit: 'ms', samples: samples.p99 },
  { name: `${name}: load generator, of one core`, unit: '%', samples: samples.generator },
];

/** A database with an order in it to read the yardstick's rows off. */
async function templateFolder(bundle: string, dataDir: string): Promise<void> {
  const server = await startServer(bundle, { DATA_DIR: dataDir });
  await server.load({ users: 8, connections: 4, durationMs: 200, productId: PRODUCT_ID });
  await server.stop();
}

type Stage = { readonly bundle: string; readonly folder: string; readonly size: Size; readonly broken: Record<string, string> };

async function runSqlite({ bundle, folder, size, broken }: Stage): Promise<{ raw: number[]; ours: Samples; alone: Samples }> {
  const [templateDir, dataDir] = [join(folder, 'raw'), join(folder, 'sqlite')];
  await templateFolder(bundle, templateDir);
  const yardstick = await openRawOrders(templateDir);
  const server = await startServer(bundle, { DATA_DIR: dataDir, ...broken });
  const [raw, ours, alone]: [number[], Samples, Samples] = [[], noSamples(), noSamples()];
  yardstick.run(size.rawMs / 3);
  for (let repetition = 0; repetition < size.repetitions; repetition++) {
    // Before and after: a disk that slows down meanwhile slows both.
    const before = yardstick.run(size.rawMs / 2);
    await measure(server, { ...size, connections: CONNECTIONS }, ours);
    raw.push((before + yardstick.run(size.rawMs / 2)) / 2);
  }
  await measure(server, { users: 16, connections: 1, durationMs: size.durationMs / 5 }, alone);
  await server.stop();
  yardstick.close();
  await verifyOrders({ dataDir }, [...ours.acknowledged, ...alone.acknowledged]);
  return { raw, ours, alone };
}

/** Undefined where this machine has no PostgreSQL. */
async function runPostgres({ bundle, folder, size, broken }: Stage): Promise<Samples | undefined> {
  const postgres = await startLocalPostgres({ fsync: 'on', synchronous_commit: 'on' });
  if (!postgres) return undefined;
  const dataDir = join(folder, 'postgres');
  const server = await startServer(bundle, { DATA_DIR: dataDir, DATABASE_URL: postgres.url, ...broken });
  const samples = noSamples();
  for (let repetition = 0; repetition < size.repetitions; repetition++)
    await measure(server, { ...size, connections: CONNECTIONS }, samples);
  await server.stop();
  await verifyOrders({ dataDir, databaseUrl: postgres.url }, samples.acknowledged);
  await postgres.stop();
  return samples;
}

async function run({ quick, broken }: BenchOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-orders-'));
  try {
    const size = quick ? QUICK : FULL;
    const stage: Stage = { bundle: await buildServer(), folder, size, broken: broken === BREAK ? { BENCH_BROKEN: '1' } : {} };
    const sqlite = await runSqlite(stage);
    // A broken run has shown by now whether it was noticed.
    const postgres = await runPostgres(stage);
    const goals: Goal[] = [
      {
        id: 'G13',
        text: 'orders a second on SQLite at synchronous=FULL, of raw order-sized transactions',
        value: median(ratios(sqlite.ours.perSecond, sqlite.raw)),
        unit: 'x',
        limit: SQLITE_SHARE,
        atLeast: true,
        note: 'orders that wait together share a commit, the yardstick commits one by one: what holds it is the work of one core, not the disk',
      },
    ];
    if (postgres) {
      goals.push({
        id: 'G13',
        text: 'orders a second on PostgreSQL with fsync',
        value: median(postgres.perSecond),
        unit: '1/s',
        limit: POSTGRES_PER_SECOND,
        note: ABSOLUTE_NOTE,
        atLeast: true,
      });
    }
    return {
      load: `market orders over HTTP from ${size.users} people on ${CONNECTIONS} kept-alive connections, one call in flight on each, ${size.durationMs / 1_000} s, ${size.repetitions} times a database; load generator and synthetic feed on the same machine`,
      figures: [
        { name: 'raw order-sized transactions, one commit each', unit: '1/s', samples: sqlite.raw },
        ...figuresOf('SQLite', sqlite.ours),
        { name: 'SQLite: answer, one at a time, p50', unit: 'ms', samples: sqlite.alone.p50 },
        { name: 'SQLite: answer, one at a time, p99', unit: 'ms', samples: sqlite.alone.p99 },
        ...(postgres ? figuresOf('PostgreSQL', postgres) : []),
      ],
      goals,
      notes: postgres ? [] : ['No PostgreSQL on this machine: its goal was not measured.'],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'Orders a second, each durable before it is answered',
  breaks: ['an order is acknowledged and not stored'],
  run,
};
