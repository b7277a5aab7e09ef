/** G13: how long `npm start` takes from the built product to taking calls, beside the least that a start can be; and what an idle server holds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, type Contender } from './lib/alternate.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { metricsText } from './lib/operations-metrics.ts';
import { median, ratios } from './lib/statistics.ts';
import {
  EMPTY_FASTIFY,
  hastyServer,
  NODE_ALONE,
  NPM_START,
  npmEmptyFastify,
  PREPARE,
  SERVER_ALONE,
  type StartCommand,
  startProduct,
  timeToEnd,
} from './start/product-process.ts';

const HASTY = 'ready is said before it listens';
const DEAF = 'the floor answers nothing';
const IDLE_MB_MAX = 150;
/** Wall time of a start, times that of the empty server's: see docs/performance.md. */
const NPM_START_RATIO_MAX = 4.4;
const SERVER_RATIO_MAX = 5.4;

type Size = { readonly starts: number; readonly idleMs: number };
const FULL: Size = { starts: 6, idleMs: 20_000 };
const QUICK: Size = { starts: 2, idleMs: 2_000 };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was called ready must answer at once, and with prices. */
async function assertServes(url: string): Promise<void> {
  const answers = await Promise.allSettled([fetch(`${url}/readyz`), fetch(`${url}/v2/api/forex/trade_list`)]);
  for (const answer of answers) {
    const said = answer.status === 'fulfilled' ? `HTTP ${answer.value.status}` : String((answer.reason as Error).cause ?? answer.reason);
    assertOutput(answer.status === 'fulfilled' && answer.value.ok, `ready was said, and the next call got: ${said}`);
  }
  const list = answers[1] as PromiseFulfilledResult<Response>;
  const { data } = (await list.value.json()) as { data: { MarketStatus: number; ForexQuotations: { Time: number } }[] };
  const open = data.filter((product) => product.MarketStatus === 1);
  assertOutput(open.length > 0, 'no product is open');
  assertOutput(
    open.every((product) => product.ForexQuotations.Time > 0),
    'ready was said before every open product had a price',
  );
}

/** The empty server has answered one request. */
async function assertAnswers(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`).then(
    (reply) => reply.text(),
    (error: Error) => String(error.cause ?? error),
  );
  assertOutput(answer === 'ok', `the empty server said ready, and the next call got: ${answer}`);
}

/** Resident memory of the server's process, as its own metrics tell it, MB. */
async function residentMb(url: string, dataDir: string): Promise<number> {
  const text = await metricsText(url, dataDir);
  const bytes = Number(/^outcry_memory_rss_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
  assertOutput(bytes > 10e6, `memory was said to be ${bytes} bytes`);
  return bytes / 1e6;
}

const NAMES = {
  npmStart: 'npm start to the ready line',
  server: 'the server alone, without npm and without the check of the build',
  prepare: 'the check of what is installed and built, alone',
  npmFloor: 'floor: npm start of an empty Fastify',
  floor: 'floor: an empty Fastify',
  node: 'floor: node -e 0',
} as const;

/** Seconds from the command to the ready line; what it started is asked and ended. */
async function start(command: StartCommand, dataDir: string, ask: (url: string) => Promise<void>): Promise<number> {
  const server = await startProduct(command, dataDir);
  try {
    await ask(server.url);
  } finally {
    await server.stop();
  }
  return server.readyMs / 1_000;
}

function contenders(dataDir: string, broken: string | undefined): Contender[] {
  const product = broken === HASTY ? hastyServer() : NPM_START;
  return [
    { name: NAMES.npmStart, run: () => start(product, dataDir, assertServes) },
    { name: NAMES.npmFloor, run: () => start(npmEmptyFastify(broken === DEAF), dataDir, assertAnswers) },
    { name: NAMES.server, run: () => start(SERVER_ALONE, dataDir, assertServes) },
    { name: NAMES.floor, run: () => start(EMPTY_FASTIFY, dataDir, assertAnswers) },
    { name: NAMES.prepare, run: () => timeToEnd(PREPARE) / 1_000 },
    { name: NAMES.node, run: () => timeToEnd(NODE_ALONE) / 1_000 },
  ];
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const size = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-start-'));
  const dataDir = join(folder, 'data');
  try {
    const all = contenders(dataDir, broken);
    const first = await start(NPM_START, dataDir, assertServes);
    const samples = await alternate(all, size.starts, 0);
    const of = (name: string): number[] => samples.get(name) ?? [];
    const idle: number[] = [];
    await start(NPM_START, dataDir, async (url) => {
      await sleep(size.idleMs);
      idle.push(await residentMb(url, dataDir));
    });
    return {
      load: `The built product, ${size.starts} starts on the same data in turns with their floors; then ${size.idleMs / 1_000} s with the demo feed running and nobody asking`,
      figures: [
        { name: 'npm start to the ready line, new data folder', unit: 's', samples: [first], isWall: true },
        ...Object.values(NAMES).map((name) => ({ name, unit: 's', samples: of(name), isWall: true })),
        { name: 'resident memory when idle', unit: 'MB', samples: idle },
      ],
      goals: goals(of, Math.max(...idle)),
      notes: [partsOf(of)],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function goals(of: (name: string) => number[], idleMb: number): BenchResult['goals'] {
  const ratio = (ours: string, floor: string) => median(ratios(of(ours), of(floor)));
  return [
    {
      id: 'G13',
      text: 'npm start to ready, built and warm, beside npm start of an empty Fastify',
      value: ratio(NAMES.npmStart, NAMES.npmFloor),
      unit: 'x',
      limit: NPM_START_RATIO_MAX,
      isWall: true,
    },
    {
      id: 'G13',
      text: 'the server alone to ready, beside an empty Fastify',
      value: ratio(NAMES.server, NAMES.floor),
      unit: 'x',
      limit: SERVER_RATIO_MAX,
      isWall: true,
    },
    {
      id: 'G13',
      text: 'memory of an idle server',
      value: idleMb,
      unit: 'MB',
      limit: IDLE_MB_MAX,
      note: 'absolute: bytes do not depend on how fast a machine is',
    },
  ];
}

/** Where the time of `npm start` goes. */
function partsOf(of: (name: string) => number[]): string {
  const [all, server, prepare, npmFloor, floor] = [NAMES.npmStart, NAMES.server, NAMES.prepare, NAMES.npmFloor, NAMES.floor].map((name) =>
    median(of(name)),
  ) as [number, number, number, number, number];
  const share = (seconds: number) => `${seconds.toFixed(2)} s (${Math.round((seconds / all) * 100)} %)`;
  return `Of ${all.toFixed(2)} s npm itself takes ${share(npmFloor - floor)}, the check of what is installed and built ${share(prepare)}, the server ${share(server)}.`;
}

export const bench: Bench = {
  title: 'From npm start to ready, and what an idle server holds',
  breaks: ['ready is said before it listens', 'the floor answers nothing'],
  run,
};
