/** G4: bars of seven periods from ticks, beside two libraries and plain objects, from the same ticks and with equal bars. */
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { breakModule } from './lib/build-pages.ts';
import { bundle } from './lib/bundle.ts';
import type { Bars, CandleMaker } from './lib/candle-makers.ts';
import { candlestickConvert, ccxt } from './lib/candle-peers.ts';
import type { Ticks } from './lib/candle-ticks.ts';
import { type CandleAsked, makersOf, PRODUCTS, ticksOf } from './lib/candle-times.ts';
import { freshSamples } from './lib/fresh-process.ts';
import { mean, ratios } from './lib/statistics.ts';

const TICKS = { full: 100_000, quick: 20_000 } as const;
const RECORDED_TICKS = { full: 100_000, quick: 20_000 } as const;
/** Processes; of the recorded week there is no goal. */
const PROCESSES = { full: 5, quick: 2 } as const;
const RECORDED_PROCESSES = { full: 1, quick: 1 } as const;
const TIMES_MODULE = 'bench/lib/candle-times.ts';
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

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

const LOSE_THE_HIGH = ['src/domain/bar-table.ts', 'if (high > (cells[base + HIGH] as number)) cells[base + HIGH] = high;', ''] as const;

type Compared = { readonly figures: readonly Figure[]; readonly times: ReadonlyMap<string, readonly number[]> };

/** Every bar is looked at here, before any process measures the same makers by the same ticks. */
async function compare(label: string, asked: CandleAsked, processes: number): Promise<Compared | undefined> {
  const ticks = ticksOf(asked);
  if (!ticks) return undefined;
  const { all, plainObjects } = await makersOf(asked.bundle);
  const expected = barsOf(plainObjects, ticks);
  for (const maker of all) assertEqual(maker, ticks, expected);
  const times = await freshSamples(TIMES_MODULE, asked, processes);
  return { figures: [...times].map(([name, list]) => ({ name: `${name}, ${label}`, unit: 'ns/tick', samples: list })), times };
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const file = await bundle('bench/lib/candle-makers.ts', broken === 'candles lose the high' ? [breakModule(...LOSE_THE_HIGH)] : []);
  const { ours, oursAtEnd, plainObjects } = await makersOf(file);
  const size = quick ? 'quick' : 'full';
  const asked = { bundle: file, ticks: TICKS[size], isRecorded: false };
  const synthetic = await compare(`${PRODUCTS} products`, asked, PROCESSES[size]);
  const recorded = await compare(
    'a recorded week of EURUSD',
    { bundle: file, ticks: RECORDED_TICKS[size], isRecorded: true },
    RECORDED_PROCESSES[size],
  );
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
      value: mean(ratios(synthetic?.times.get(peer.name) ?? [], synthetic?.times.get(own.name) ?? [])),
      unit: 'x',
      limit,
      atLeast: true,
      ...(note ? { note } : {}),
    }),
  );
  return {
    load: `${TICKS[size].toLocaleString('en')} ticks of ${PRODUCTS} products, ten a second and product, over the end of a week; and a recorded week of EURUSD where it is at hand. CPU time of whole runs, from the first tick to the bars of all seven periods, garbage collected by the same thread; every bar of every contender equal.`,
    figures: [...(synthetic?.figures ?? []), ...(recorded?.figures ?? [])],
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
