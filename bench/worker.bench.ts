/** G5: what the built worker costs in a real browser, between a worker that only counts the same frames and one that parses each. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { assertBroken, breakModule, buildPages } from './lib/build-pages.ts';
import { type StandIn, startStandIn } from './lib/stand-in-client.ts';
import { type AboveFloor, median, shareOfAllowance } from './lib/statistics.ts';
import { openEngineRig, openFloorRig, type WorkerRig } from './lib/worker-rigs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const BROKEN_SITE = join('.cache', 'bench-pages', 'worker-broken');
const SYMBOLS = 1_000;

const OURS = 'ours';
const SOCKET = 'the socket alone';
const PARSE = 'JSON.parse';
/** Ticks that were sent, in percent of those that the pace asks for. */
const SENT = 'sent';
const SENT_PERCENT_MIN = 95;

/** So often each frame is parsed, so that what a parse costs rises out of what the socket costs. */
const PARSES = 4;

type Pace = { readonly name: string; readonly ticksPerSecond: number; readonly ticksPerFrame: number };
const USUAL: Pace = { name: '10,000 ticks/s, 50 a frame', ticksPerSecond: 10_000, ticksPerFrame: 50 };
/** What a stand-in on the same two cores can send to three sockets without falling behind; what a second of CPU takes is worked out from it; no core was ever full. */
const FLOOD: Pace = { name: '30,000 ticks/s, 50 a frame', ticksPerSecond: 30_000, ticksPerFrame: 50 };
const ONE_A_FRAME: Pace = { name: '3,000 ticks/s, 1 a frame', ticksPerSecond: 3_000, ticksPerFrame: 1 };

type Size = { readonly repetitions: number; readonly lastsMs: number };
const FULL: Size = { repetitions: 12, lastsMs: 1_400 };
const QUICK: Size = { repetitions: 3, lastsMs: 1_000 };
const BROKEN: Size = { repetitions: 1, lastsMs: 300 };

const BETWEEN_NOTE = 'ours also keeps the book and sends the page up to sixty frames a second';

type Rigs = ReadonlyMap<string, WorkerRig>;
/** By rig: us of CPU of the worker's thread per tick. */
type PerTick = ReadonlyMap<string, number[]>;

/** One stretch at a pace for all rigs at once, so that the same moments of the machine are in all: CPU from the first tick until the last is counted. */
async function stretch(
  standIn: StandIn,
  rigs: Rigs,
  { ticksPerSecond, ticksPerFrame }: Pace,
  lastsMs: number,
): Promise<Map<string, number>> {
  const all = [...rigs];
  const before = await standIn.set({ ticksPerSecond: 0, ticksPerFrame });
  await Promise.all(all.map(([, rig]) => rig.rest()));
  const cpuBefore = all.map(([, rig]) => rig.cpu());
  const startedMs = performance.now();
  await standIn.set({ ticksPerSecond });
  await new Promise((resolve) => setTimeout(resolve, lastsMs));
  const after = await standIn.set({ ticksPerSecond: 0 });
  const asked = (ticksPerSecond * (performance.now() - startedMs)) / 1_000;
  const [ticks, frames] = [(after.sent - before.sent) / all.length, (after.frames - before.frames) / all.length];
  await Promise.all(all.map(([, rig]) => rig.counted({ ticks, frames })));
  const cpu = all.map(([, rig], index) => rig.cpu() - (cpuBefore[index] as number));
  assertOutput(after.skipped === before.skipped, `${after.skipped - before.skipped} ticks were not even sent, since a worker was behind`);
  assertOutput(ticks > 0, 'no tick was sent');
  const spent = all.map(([name], index): [string, number] => [name, ((cpu[index] as number) * 1e6) / ticks]);
  return new Map([...spent, [SENT, (ticks * 100) / asked]]);
}

async function samples(standIn: StandIn, rigs: Rigs, pace: Pace, { repetitions, lastsMs }: Size): Promise<PerTick> {
  const perTick = new Map<string, number[]>([...rigs.keys(), SENT].map((name) => [name, []]));
  for (let round = -1; round < repetitions; round++) {
    const spent = await stretch(standIn, rigs, pace, lastsMs);
    if (round >= 0) for (const [name, us] of spent) perTick.get(name)?.push(us);
  }
  return perTick;
}

/** The app with an engine that takes every other tick and says nothing. */
async function buildBroken(): Promise<void> {
  const plugin = breakModule('src/worker/quotes/market.ts', 'row < batch.count; row++', 'row < batch.count; row += 2');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    worker: { plugins: () => [plugin] },
    build: { outDir: BROKEN_SITE, emptyOutDir: true },
  });
  assertBroken([plugin]);
}

/** By stretch: what ours, the socket alone and one parse of a tick took. */
const parts = (perTick: PerTick): { ours: number; socket: number; parse: number }[] =>
  (perTick.get(OURS) ?? []).map((ours, at) => {
    const socket = perTick.get(SOCKET)?.[at] as number;
    return { ours, socket, parse: ((perTick.get(PARSE)?.[at] as number) - socket) / PARSES };
  });
/**
 * What ours and one parse of a tick take above the socket alone: each difference by its own median, since a small one divides badly. A parse costs
 * more at a slow pace, whose code and data are colder, so each pace has its own.
 */
function aboveSocket(perTick: PerTick): AboveFloor {
  const own = parts(perTick);
  const above = {
    floor: median(own.map(({ socket }) => socket)),
    ours: median(own.map(({ ours, socket }) => ours - socket)),
    other: median(own.map(({ parse }) => parse)),
  };
  assertOutput(above.other > 0, `a parse takes ${above.other} us`);
  return above;
}

/** Where ours lies between the socket alone, 0, and the parse of every frame, 1. */
const between = ({ ours, other }: AboveFloor): number => ours / other;

function figuresOf({ name, ticksPerSecond }: Pace, perTick: PerTick): Figure[] {
  const all = parts(perTick);
  return [
    { name: `${OURS}, ${name}`, unit: 'us of CPU/tick', samples: all.map(({ ours }) => ours) },
    { name: `${SOCKET}, ${name}`, unit: 'us of CPU/tick', samples: all.map(({ socket }) => socket) },
    { name: `${PARSE} alone, ${name}`, unit: 'us of CPU/tick', samples: all.map(({ parse }) => parse) },
    { name: `ticks that were sent, ${name}`, unit: '%', samples: perTick.get(SENT) ?? [], isMoreBetter: true },
    { name: `${OURS}, ${name}`, unit: '% of a core', samples: all.map(({ ours }) => (ours * ticksPerSecond) / 1e4) },
    { name: `${OURS}, ${name}: for a second of CPU`, unit: 'ticks', samples: all.map(({ ours }) => 1e6 / ours), isMoreBetter: true },
  ];
}

/** So many parses of the frame may the worker's work on a tick take above the socket. */
const PARSES_MAX: ReadonlyMap<Pace, number> = new Map([
  [USUAL, 3.1],
  [FLOOD, 3],
]);

function goalsOf(usual: PerTick, flood: PerTick): Goal[] {
  const allowed = [...PARSES_MAX].map(([pace, parsesMax]): Goal => {
    const above = aboveSocket(pace === USUAL ? usual : flood);
    return {
      id: 'G5',
      text: `the worker's work on a tick, of the socket alone and ${parsesMax} times JSON.parse of it, ${pace.name}`,
      value: shareOfAllowance(above, parsesMax),
      unit: 'x',
      limit: 1,
      note: `above the socket it takes ${between(above).toFixed(2)} parses; ${BETWEEN_NOTE}`,
    };
  });
  return [
    ...allowed,
    {
      id: 'G5',
      text: 'ticks for a second of CPU at that pace, of those of a worker that only parses',
      value: median(parts(flood).map(({ ours, socket, parse }) => (socket + parse) / ours)),
      unit: 'x',
      limit: 0.75,
      atLeast: true,
    },
    ...[usual, flood].map(
      (perTick, at): Goal => ({
        id: 'G5',
        text: `ticks that were sent, of ${[USUAL, FLOOD][at]?.name}`,
        value: median(perTick.get(SENT) ?? []),
        unit: '%',
        limit: SENT_PERCENT_MIN,
        atLeast: true,
        note: 'says of the machine and the sender whether the pace was one',
      }),
    ),
  ];
}

async function measure(standIn: StandIn, rigs: Rigs, size: Size): Promise<BenchResult> {
  const usual = await samples(standIn, rigs, USUAL, size);
  const flood = await samples(standIn, rigs, FLOOD, size);
  const single = await samples(standIn, rigs, ONE_A_FRAME, { ...size, repetitions: Math.ceil(size.repetitions / 3) });
  return {
    load: `The built app's Home in Chromium, ${SYMBOLS.toLocaleString('en')} symbols, and at the same time, on sockets of the same sender, a worker that only counts the frames and one that parses each ${PARSES} times; ${size.repetitions} stretches of ${size.lastsMs / 1_000} s at each pace. CPU time of each worker's thread; after every stretch each was asked by name and had counted exactly what was sent.`,
    figures: [
      ...figuresOf(USUAL, usual),
      ...figuresOf(FLOOD, flood),
      ...figuresOf(ONE_A_FRAME, single),
      ...[USUAL, FLOOD].map(
        (pace): Figure => ({
          name: `${OURS} above the socket alone, ${pace.name}`,
          unit: 'parses',
          samples: [between(aboveSocket(pace === USUAL ? usual : flood))],
        }),
      ),
    ],
    goals: goalsOf(usual, flood),
    notes: [
      `With one tick a frame the cost is that of the browser's socket events, not of ours (ours takes ${median(parts(single).map(({ ours, socket }) => ours / socket)).toFixed(2)} times as much): the limit of back ends that send every tick by itself.`,
    ],
  };
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  if (broken) await buildBroken();
  const built = broken ? undefined : await buildPages('worker');
  const standIn = await startStandIn({ symbols: SYMBOLS, ticksPerSecond: 0 });
  const rigs = new Map<string, WorkerRig>();
  try {
    if (built) {
      rigs.set(SOCKET, await openFloorRig(standIn, built, 0));
      rigs.set(PARSE, await openFloorRig(standIn, built, PARSES));
    }
    // The last, so that the sender goes on giving out its files: some seconds after the first prices it asks for those of other screens.
    rigs.set(OURS, await openEngineRig(standIn, built ? 'dist' : BROKEN_SITE));
    return await measure(standIn, rigs, built ? (quick ? QUICK : FULL) : BROKEN);
  } finally {
    for (const rig of rigs.values()) await rig.stop();
    await standIn.stop();
  }
}

export const bench: Bench = {
  title: 'The worker under load',
  breaks: ['ticks are dropped'],
  run,
};
