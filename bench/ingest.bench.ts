/** G3: from a frame of the socket to the bars of seven periods, beside what `JSON.parse` of the same text takes by itself. */
import { periodOf } from '../src/domain/periods.ts';
import { alternate, type Contender } from './lib/alternate.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Goal } from './lib/bench.ts';
import { breakModule } from './lib/build-pages.ts';
import { bundle } from './lib/bundle.ts';
import type { Ingest } from './lib/ingest-makers.ts';
import { median, ratios } from './lib/statistics.ts';
import { oracleBars, TICKS_PER_FRAME, type Tick, type TickFrames, tickFrames } from './lib/tick-frames.ts';

const PRODUCTS = 20;
const TICKS = 100_000;
/** A sample lasts at least so long, in CPU time. */
const SAMPLE_US_MIN = 100_000;
const REPETITIONS = { full: 11, quick: 5 } as const;
/** Runs until all code is compiled. */
const WARM_UPS = 5;
const NAMES = {
  parseOne: 'JSON.parse alone, 1 tick a frame',
  oursOne: 'ours with candles, 1 tick a frame',
  parseMany: `JSON.parse alone, ${TICKS_PER_FRAME} ticks a frame`,
  oursMany: `ours with candles, ${TICKS_PER_FRAME} ticks a frame`,
  binary: `binary rows with candles, ${TICKS_PER_FRAME} ticks a frame`,
} as const;

const BINARY_NOTE =
  'the most of it is the candles, which refuse doubled and late ticks, and the reading of their bars. Rows of 20 bytes serve the radio (G14) and cost a division and a sum a field';

/** What was parsed goes here, so that no compiler can leave it out. */
let parsed: unknown;

/** Nanoseconds of CPU per tick: runs over all frames until a sample has lasted. */
function timed(ticks: number, run: () => void): number {
  globalThis.gc?.();
  let usedUs = 0;
  let runs = 0;
  const before = process.cpuUsage();
  while (usedUs < SAMPLE_US_MIN) {
    run();
    const { user, system } = process.cpuUsage(before);
    usedUs = user + system;
    runs++;
  }
  return (usedUs * 1_000) / (ticks * runs);
}

function contenders(frames: TickFrames, ingest: Ingest): Contender[] {
  const parse = (list: readonly string[]) => () => {
    for (const frame of list) parsed = JSON.parse(frame);
  };
  const ours =
    <T>(list: readonly T[], take: (frame: T) => boolean) =>
    () => {
      ingest.begin();
      for (const frame of list) assertOutput(take(frame), 'a frame was declined');
      ingest.readNewest(ingest.makers);
    };
  const runs: [string, () => void][] = [
    [NAMES.parseOne, parse(frames.single)],
    [NAMES.oursOne, ours(frames.single, (frame) => ingest.text(frame))],
    [NAMES.parseMany, parse(frames.many)],
    [NAMES.oursMany, ours(frames.many, (frame) => ingest.text(frame))],
    [NAMES.binary, ours(frames.binary, (frame) => ingest.binary(frame))],
  ];
  return runs.map(([name, run]) => ({ name, run: () => timed(frames.ticks, run) }));
}

/** Every number of every tick, and every bar, against what `JSON.parse` and plain objects make of the same text. */
function assertRight(frames: TickFrames, ingest: Ingest): void {
  const expected = oracleBars(frames);
  ingest.begin();
  for (const [at, frame] of frames.many.entries()) {
    assertOutput(ingest.text(frame), `frame ${at} was declined`);
    for (const [row, { symbol, quotation }] of (JSON.parse(frame) as Tick[]).entries()) {
      const { batch } = ingest;
      assertOutput(frames.codes[batch.index[row] as number] === symbol, `frame ${at}, row ${row}: not ${symbol}`);
      for (const [key, value] of Object.entries(quotation)) {
        const found = batch[key === 'time' ? 'timeMs' : (key as 'open')][row];
        assertOutput(found === value, `frame ${at}, row ${row}: ${key} is ${found}, not ${value}`);
      }
    }
  }
  assertBars('text', ingest, expected);
  ingest.begin();
  for (const frame of frames.single) assertOutput(ingest.text(frame), 'a frame was declined');
  assertBars('text, 1 tick a frame', ingest, expected);
  ingest.begin();
  for (const frame of frames.binary) assertOutput(ingest.binary(frame), 'a binary frame was declined');
  assertBars('binary', ingest, expected);
}

function assertBars(what: string, { makers }: Ingest, expected: ReturnType<typeof oracleBars>): void {
  for (const [product, periods] of expected.entries())
    for (const [period, bars] of periods.entries()) {
      const maker = makers[product];
      assertOutput(
        maker?.count(period) === bars.length,
        `${what}: ${maker?.count(period)} bars of ${periodOf(period).name}, not ${bars.length}`,
      );
      for (const [index, { time, open, high, low, close }] of bars.entries()) {
        const bar = maker.bar(period, index);
        const isEqual = bar?.timeMs === time && bar.open === open && bar.high === high && bar.low === low && bar.close === close;
        assertOutput(isEqual, `${what}: bar ${index} of ${periodOf(period).name} is not that of plain objects`);
      }
    }
}

const BREAKS: Readonly<Record<string, readonly [file: string, from: string, to: string]>> = {
  'decoder skips a field': ['src/protocol/scan-quotes.ts', 'batch.low[row] = price(values, seen, KEY.low);', ''],
  'candles lose the high': ['src/domain/bar-table.ts', 'if (high > (cells[base + HIGH] as number)) cells[base + HIGH] = high;', ''],
};

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = BREAKS[broken ?? ''];
  const made = await bundle<typeof import('./lib/ingest-makers.ts')>('bench/lib/ingest-makers.ts', way ? [breakModule(...way)] : []);
  const frames = tickFrames(PRODUCTS, TICKS);
  const ingest = new made.Ingest(frames);
  assertRight(frames, ingest);
  const samples = await alternate(contenders(frames, ingest), REPETITIONS[quick ? 'quick' : 'full'], WARM_UPS);
  const of = (name: string) => samples.get(name) ?? [];
  const goal = (text: string, ours: string, theirs: string, limit: number, note?: string): Goal => ({
    id: 'G3',
    text,
    value: median(ratios(of(ours), of(theirs))),
    unit: 'x',
    limit,
    ...(note ? { note } : {}),
  });
  return {
    load: `${TICKS.toLocaleString('en')} ticks of ${PRODUCTS} products in the words of the base profile, each into the bars of seven periods of its product, the newest of which are read, of one product in its turn, behind a frame, at most every 100 ms of the ticks, and of all at the end; CPU time of whole runs, in Node. Every number of every tick and every bar is equal to what JSON.parse and plain objects make of the text.`,
    figures: [...samples].map(([name, list]) => ({ name, unit: 'ns/tick', samples: list })),
    goals: [
      goal('decode and candles of a text tick against JSON.parse alone, 1 tick a frame', NAMES.oursOne, NAMES.parseOne, 0.6),
      goal(`the same, ${TICKS_PER_FRAME} ticks a frame`, NAMES.oursMany, NAMES.parseMany, 0.6),
      goal('decode and candles of binary rows against JSON.parse of the text', NAMES.binary, NAMES.parseMany, 0.05, BINARY_NOTE),
    ],
    notes: [
      `JSON.parse alone makes objects and does nothing with them (its last was an ${typeof parsed}); the other contenders have made their candles in the same time.`,
    ],
  };
}

export const bench: Bench = {
  title: 'From a frame to seven candles',
  breaks: ['decoder skips a field', 'candles lose the high'],
  run,
};
