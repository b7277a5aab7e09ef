/** G13: what an order costs one server over HTTP, beside a program that does nothing but write what an order writes, on each database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPostgres, startLocalPostgres } from '../tests/server/local-postgres.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { median, quantile, ratios } from './lib/statistics.ts';
import { buildServer } from './orders/build-server.ts';
import { createDatabase } from './orders/create-database.ts';
import type { Acknowledged, LoadPlan } from './orders/load-plan.ts';
import { openRawPostgres, openRawSqlite, type RawOrders } from './orders/raw-orders.ts';
import { type ServerUnderLoad, startServer } from './orders/server-process.ts';
import { verifyOrders } from './orders/verify-orders.ts';

/** EUR/USD, which the seeded market trades around the clock. */
const PRODUCT_ID = 1;
const CONNECTIONS = 64;
const FILL_TRIES_MAX = 3;
/** How the raw program commits: SQLite has one writer, which commits for all that wait. */
const RAW: Readonly<Record<string, string>> = {
  SQLite: `${CONNECTIONS} to a commit`,
  PostgreSQL: `a commit each on ${CONNECTIONS} connections`,
};
/** Of the yardstick: at least so many orders a second, at most so much CPU for one. */
const LIMITS = { sqlite: { perSecond: 0.35, cpu: 4.8 }, postgres: { perSecond: 0.8, cpu: 2.2 } } as const;

type Size = { readonly users: number; readonly durationMs: number; readonly rawMs: number; readonly repetitions: number };
const FULL: Size = { users: 640, durationMs: 5_000, rawMs: 2_000, repetitions: 4 };
const QUICK: Size = { users: 128, durationMs: 2_000, rawMs: 1_000, repetitions: 1 };
/** Each connection sends at least one order, however slow the machine is: more than it takes until one is lost. */
const BROKEN = { users: 16, connections: 16, durationMs: 200 } as const;

/** Where a server keeps its orders; the yardstick has a database of its own on the same disk, or in the same PostgreSQL. */
type Store = {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly rawEnv: Readonly<Record<string, string>>;
  openRaw(): Promise<RawOrders>;
  verify(acknowledged: readonly Acknowledged[]): Promise<void>;
};

type Samples = {
  readonly rawPerSecond: number[];
  readonly rawCpuMs: number[];
  readonly perSecond: number[];
  readonly cpuMs: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly generator: number[];
};

/** One run of the load; every order must have been placed. */
async function load(server: ServerUnderLoad, plan: Omit<LoadPlan, 'url' | 'productId'>, all: Acknowledged[]) {
  const report = await server.load({ ...plan, productId: PRODUCT_ID });
  assertOutput(Object.keys(report.refused).length === 0, `orders were refused: ${JSON.stringify(report.refused)}, ${report.sample}`);
  all.push(...report.acknowledged);
  return report;
}

/** Lets one person for each connection have an order, whose rows the raw program writes; a feed that has only just begun may have no price yet. */
async function fill(server: ServerUnderLoad): Promise<void> {
  const plan = { users: CONNECTIONS, connections: CONNECTIONS, durationMs: 500, productId: PRODUCT_ID };
  for (let tries = 1; ; tries++) {
    const { refused, sample } = await server.load(plan);
    if (Object.keys(refused).length === 0) return;
    assertOutput(tries < FILL_TRIES_MAX, `the raw program has no orders to write: ${sample}`);
  }
}

async function measure(bundle: string, store: Store, { repetitions, rawMs, ...size }: Size): Promise<Samples> {
  const template = await startServer(bundle, store.rawEnv);
  await fill(template);
  await template.stop();
  const raw = await store.openRaw();
  const server = await startServer(bundle, store.env);
  const acknowledged: Acknowledged[] = [];
  const samples: Samples = { rawPerSecond: [], rawCpuMs: [], perSecond: [], cpuMs: [], p50: [], p99: [], generator: [] };
  await raw.run(rawMs / 2);
  await load(server, { ...size, connections: CONNECTIONS, durationMs: size.durationMs / 4 }, acknowledged);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    // Before and after: a disk that slows down meanwhile slows both.
    const before = await raw.run(rawMs / 2);
    const report = await load(server, { ...size, connections: CONNECTIONS }, acknowledged);
    const after = await raw.run(rawMs / 2);
    samples.rawPerSecond.push((before.perSecond + after.perSecond) / 2);
    samples.rawCpuMs.push((before.cpuMs + after.cpuMs) / 2);
    samples.perSecond.push((report.acknowledged.length / report.tookMs) * 1_000);
    samples.cpuMs.push(report.serverCpuMs / report.acknowledged.length);
    samples.p50.push(quantile(report.latencies, 0.5));
    samples.p99.push(quantile(report.latencies, 0.99));
    samples.generator.push(report.cpuShare * 100);
  }
  await server.stop();
  await raw.close();
  await store.verify(acknowledged);
  return samples;
}

const sqliteStore = (folder: string): Store => {
  const [dataDir, rawDir] = [join(folder, 'sqlite'), join(folder, 'sqlite-raw')];
  return {
    name: 'SQLite',
    env: { DATA_DIR: dataDir },
    rawEnv: { DATA_DIR: rawDir },
    openRaw: () => openRawSqlite(rawDir, CONNECTIONS),
    verify: (acknowledged) => verifyOrders({ dataDir }, acknowledged),
  };
};

async function postgresStore(folder: string, postgres: LocalPostgres): Promise<Store> {
  const rawUrl = await createDatabase(postgres.url, 'raw');
  const dataDir = join(folder, 'postgres');
  return {
    name: 'PostgreSQL',
    env: { DATA_DIR: dataDir, DATABASE_URL: postgres.url },
    rawEnv: { DATA_DIR: join(folder, 'postgres-raw'), DATABASE_URL: rawUrl },
    openRaw: () => openRawPostgres(rawUrl, CONNECTIONS),
    verify: (acknowledged) => verifyOrders({ dataDir, databaseUrl: postgres.url }, acknowledged),
  };
}

function figuresOf(name: string, samples: Samples): Figure[] {
  return [
    { name: `${name}: orders`, unit: '1/s', samples: samples.perSecond, isMoreBetter: true, isWall: true },
    {
      name: `${name}: raw orders, ${RAW[name]}`,
      unit: '1/s',
      samples: samples.rawPerSecond,
      isMoreBetter: true,
      isWall: true,
    },
    { name: `${name}: CPU of the server for an order`, unit: 'ms', samples: samples.cpuMs },
    { name: `${name}: CPU of the raw program for one`, unit: 'ms', samples: samples.rawCpuMs },
    { name: `${name}: answer, ${CONNECTIONS} at once, p50`, unit: 'ms', samples: samples.p50, isWall: true },
    { name: `${name}: answer, ${CONNECTIONS} at once, p99`, unit: 'ms', samples: samples.p99, isWall: true },
    { name: `${name}: load generator, of one core`, unit: '%', samples: samples.generator },
  ];
}

const goalsOf = (name: string, samples: Samples, limits: { perSecond: number; cpu: number }): Goal[] => [
  {
    id: 'G13',
    text: `orders a second on ${name}, of raw orders, ${RAW[name]}`,
    value: median(ratios(samples.perSecond, samples.rawPerSecond)),
    unit: 'x',
    limit: limits.perSecond,
    atLeast: true,
    isWall: true,
  },
  {
    id: 'G13',
    text: `CPU of the server for an order on ${name}, of what the raw program takes`,
    value: median(ratios(samples.cpuMs, samples.rawCpuMs)),
    unit: 'x',
    limit: limits.cpu,
  },
];

/** The server that loses an order, without a yardstick. */
async function runBroken(bundle: string, store: Store): Promise<never> {
  const server = await startServer(bundle, { ...store.env, BENCH_BROKEN: '1' });
  const acknowledged: Acknowledged[] = [];
  await load(server, BROKEN, acknowledged);
  await server.stop();
  await store.verify(acknowledged);
  throw new Error('an order that was lost was not missed');
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-orders-'));
  const size = quick ? QUICK : FULL;
  try {
    const bundle = await buildServer();
    if (broken) await runBroken(bundle, sqliteStore(folder));
    const sqlite = await measure(bundle, sqliteStore(folder), size);
    const server = await startLocalPostgres({ fsync: 'on', synchronous_commit: 'on' });
    const postgres = server && (await measure(bundle, await postgresStore(folder, server), size));
    await server?.stop();
    return {
      load: `market orders over HTTP from ${size.users} people on ${CONNECTIONS} kept-alive connections, one call in flight on each, ${size.durationMs / 1_000} s, ${size.repetitions} times a database, the raw program (on SQLite one commit for as many orders, on PostgreSQL as many connections with a commit each) before and after each; load generator and synthetic feed on the same machine. Every acknowledged order was looked up in the database afterwards.`,
      figures: [...figuresOf('SQLite', sqlite), ...(postgres ? figuresOf('PostgreSQL', postgres) : [])],
      goals: [...goalsOf('SQLite', sqlite, LIMITS.sqlite), ...(postgres ? goalsOf('PostgreSQL', postgres, LIMITS.postgres) : [])],
      notes: postgres ? [] : ['No PostgreSQL on this machine: its goals were not measured.'],
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
