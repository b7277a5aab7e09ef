/** G4: bars of seven periods from ticks, beside two libraries and plain objects, from the same ticks and with equal bars. */
import { alternate } from './lib/alternate.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { breakModule } from './lib/build-pages.ts';
import { bundle } from './lib/bundle.ts';
import type { Bars, CandleMaker, CandleRun } from './lib/candle-makers.ts';
import { candlestickConvert, ccxt } from './lib/candle-peers.ts';
import { recordedTicks, syntheticTicks, type Ticks } from './lib/candle-ticks.ts';
import { median, ratios } from './lib/statistics.ts';

const PRODUCTS = 20;
const TICKS = { full: 200_000, quick: 20_000 } as const;
const RECORDED_TICKS = { full: 186_092, quick: 20_000 } as const;
const REPETITIONS = { full: 7, quick: 5 } as const;
/** A sample lasts at least so long, in CPU time. */
const SAMPLE_US_MIN = 150_000;
/** A run of ours is over before the compiler is through with it. */
const WARM_UPS = 3;
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** What the last run of each made: when nothing of a class is left, its compiled code is thrown away with it, and the next run begins cold. */
const alive = new Map<CandleMaker, CandleRun>();

/**
 * What a run reads is moved to where it stays before the clock starts: otherwise the collector moves it during the run, and how much of it
 * depends on who ran before.
 */
function settleHeap(isFirst: boolean): void {
  if (isFirst) globalThis.gc?.();
  // What has outlived two of these is not looked at by the next.
  globalThis.gc?.({ type: 'minor' });
  globalThis.gc?.({ type: 'minor' });
}

/**
 * Nanoseconds of CPU per tick: run after run until a sample has lasted, so that what the machine does beside weighs alike on the quick and
 * the slow. What a run reads is made before, what it makes is looked at once, before any time counts.
 */
function timed(maker: CandleMaker, ticks: Ticks): number {
  let usedUs = 0;
  let taken = 0;
  while (usedUs < SAMPLE_US_MIN) {
    const prepared = maker.prepare(ticks);
    settleHeap(taken === 0);
    const before = process.cpuUsage();
    prepared.run();
    const { user, system } = process.cpuUsage(before);
    alive.set(maker, prepared);
    usedUs += user + system;
    taken += ticks.timeMs.length;
  }
  return (usedUs * 1_000) / taken;
}

function barsOf(maker: CandleMaker, ticks: Ticks): Bars {
  const { run, bars } = maker.prepare(ticks);
  run();
  return bars();
}

/** Every bar of every product and period against those made of plain objects; where a library opens a bar otherwise, its own rule holds. */
function assertEqual(maker: CandleMaker, ticks: Ticks, expected: Bars): void {
  const found = barsOf(maker, ticks);
  for (const [product, periods] of expected.entries())
    for (const [period, bars] of periods.entries()) {
      const theirs = found[product]?.[period] ?? [];
      assertOutput(theirs.length === bars.length, `${maker.name}: ${theirs.length} bars of period ${period}, not ${bars.length}`);
      for (const [index, bar] of bars.entries())
        for (const [cell, name] of COLUMNS.entries()) {
          const isTheirOpen = maker === candlestickConvert && name === 'open' && index > 0;
          const wanted = isTheirOpen ? bars[index - 1]?.[COLUMNS.indexOf('close')] : bar[cell];
          const value = theirs[index]?.[cell];
          assertOutput(value === wanted, `${maker.name}: ${name} of bar ${index} of period ${period} is ${value}, not ${wanted}`);
        }
    }
}

type Compared = { readonly figures: readonly Figure[]; readonly times: ReadonlyMap<CandleMaker, readonly number[]> };

async function compare(label: string, makers: readonly CandleMaker[], ticks: Ticks, repetitions: number): Promise<Compared> {
  const expected = barsOf(makers.at(-1) as CandleMaker, ticks);
  for (const maker of makers) assertEqual(maker, ticks, expected);
  const samples = await alternate(
    makers.map((maker) => ({ name: maker.name, run: () => timed(maker, ticks) })),
    repetitions,
    WARM_UPS,
  );
  const times = new Map(makers.map((maker) => [maker, samples.get(maker.name) ?? []]));
  return { figures: [...times].map(([maker, list]) => ({ name: `${maker.name}, ${label}`, unit: 'ns/tick', samples: list })), times };
}

const LOSE_THE_HIGH = ['src/domain/bar-table.ts', 'if (high > (cells[base + HIGH] as number)) cells[base + HIGH] = high;', ''] as const;

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const { ours, oursAtEnd, plainObjects } = await bundle<typeof import('./lib/candle-makers.ts')>(
    'bench/lib/candle-makers.ts',
    broken === 'candles lose the high' ? [breakModule(...LOSE_THE_HIGH)] : [],
  );
  const makers = [ours, oursAtEnd, ccxt, candlestickConvert, plainObjects];
  const size = quick ? 'quick' : 'full';
  const synthetic = await compare(`${PRODUCTS} products`, makers, syntheticTicks(PRODUCTS, TICKS[size]), REPETITIONS[size]);
  const recording = recordedTicks(RECORDED_TICKS[size]);
  const recorded = recording && (await compare('a recorded week of EURUSD', makers, recording, REPETITIONS[size]));
  const limits: [peer: CandleMaker, own: CandleMaker, limit: number, note?: string][] = [
    [ccxt, oursAtEnd, 25],
    [candlestickConvert, oursAtEnd, 7],
    [
      plainObjects,
      ours,
      5,
      'both are read every 100 ms of the ticks; ours refuses doubled and late ticks and keeps the key of each open and close, which the plain objects do not',
    ],
  ];
  const goals = limits.map(
    ([peer, own, limit, note]): Goal => ({
      id: 'G4',
      text: `candles of seven periods, time of ${peer.name} against ${own.name}`,
      value: median(ratios(synthetic.times.get(peer) ?? [], synthetic.times.get(own) ?? [])),
      unit: 'x',
      limit,
      atLeast: true,
      ...(note ? { note } : {}),
    }),
  );
  return {
    load: `${TICKS[size].toLocaleString('en')} ticks of ${PRODUCTS} products, ten a second and product, over the end of a week; and a recorded week of EURUSD where it is at hand. CPU time of whole runs, from the first tick to the bars of all seven periods, garbage collected by the same thread; every bar of every contender equal.`,
    figures: [...synthetic.figures, ...(recorded?.figures ?? [])],
    goals,
    notes: [
      'Both libraries get all ticks of a product at once, already sorted, and are called once a period, which suits them best: they keep no state between ticks. Ours and the plain objects take tick by tick, all products mixed, and the newest bar of each period is read, of one product in its turn, every 100 ms of the ticks, and of all at the end; the libraries, and ours beside them, are read at the end alone; the plain ones find a product by its symbol in a Map, as such code does, ours by the number that the reader of the frame gave it.',
      'Their weeks begin on Thursday; they get times that are shifted by three days. candlestick-convert opens a bar at the close before it; every other number is equal.',
    ],
  };
}

export const bench: Bench = {
  title: 'Candles of seven periods from ticks',
  breaks: ['candles lose the high'],
  run,
};
