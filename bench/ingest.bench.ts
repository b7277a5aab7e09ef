/** G3: from a frame of the socket to the bars of seven periods, beside what `JSON.parse` of the same text takes by itself. */
import { periodOf } from '../src/domain/periods.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Goal } from './lib/bench.ts';
import { breakModule } from './lib/build-pages.ts';
import { bundle } from './lib/bundle.ts';
import { freshSamples } from './lib/fresh-process.ts';
import type { Ingest } from './lib/ingest-makers.ts';
import { ingestOf, NAMES, PRODUCTS, TICKS } from './lib/ingest-times.ts';
import { mean, ratios } from './lib/statistics.ts';
import { oracleBars, TICKS_PER_FRAME, type Tick, type TickFrames } from './lib/tick-frames.ts';

const PROCESSES = { full: 5, quick: 2 } as const;
const TIMES_MODULE = 'bench/lib/ingest-times.ts';

const BINARY_NOTE =
  'the most of it is the candles, which refuse doubled and late ticks, and the reading of their bars. Rows of 20 bytes serve the radio (G14) and cost a division and a sum a field';

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
  const asked = { bundle: await bundle('bench/lib/ingest-makers.ts', way ? [breakModule(...way)] : []) };
  const { frames, ingest } = await ingestOf(asked);
  assertRight(frames, ingest);
  const samples = await freshSamples(TIMES_MODULE, asked, PROCESSES[quick ? 'quick' : 'full']);
  const of = (name: string) => samples.get(name) ?? [];
  const goal = (text: string, ours: string, theirs: string, limit: number, note?: string): Goal => ({
    id: 'G3',
    text,
    value: mean(ratios(of(ours), of(theirs))),
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
    notes: [`JSON.parse alone makes objects and does nothing with them; the other contenders have made their candles in the same time.`],
  };
}

export const bench: Bench = {
  title: 'From a frame to seven candles',
  breaks: ['decoder skips a field', 'candles lose the high'],
  run,
};
