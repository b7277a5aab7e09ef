/** What each maker of candles takes for the same ticks in this process: `samples` is called in one that has run nothing else. */
import { alternate } from './alternate.ts';
import { bundled } from './bundled.ts';
import type { CandleMaker, CandleRun } from './candle-makers.ts';
import { candlestickConvert, ccxt } from './candle-peers.ts';
import { recordedTicks, syntheticTicks, type Ticks } from './candle-ticks.ts';
import type { Samples } from './fresh-samples.ts';
import { median } from './statistics.ts';

export const PRODUCTS = 20;
/** A sample lasts at least so long, in CPU time. */
const SAMPLE_US_MIN = 70_000;
const REPETITIONS = 3;
/** A run of ours is over before the compiler is through with it. */
const WARM_UPS = 2;

/** `bundle`: of `candle-makers.ts`. Of a seeded market, or of a recorded week, where that is at hand. */
export type CandleAsked = { readonly bundle: string; readonly ticks: number; readonly isRecorded: boolean };

export async function makersOf(bundle: string) {
  const { ours, oursAtEnd, plainObjects } = await bundled<typeof import('./candle-makers.ts')>(bundle);
  return { ours, oursAtEnd, plainObjects, all: [ours, oursAtEnd, ccxt, candlestickConvert, plainObjects] };
}

export const ticksOf = ({ ticks, isRecorded }: Omit<CandleAsked, 'bundle'>): Ticks | undefined =>
  isRecorded ? recordedTicks(ticks) : syntheticTicks(PRODUCTS, ticks);

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

/** Nanoseconds a tick by maker. */
export async function samples(asked: CandleAsked): Promise<Samples> {
  const { all } = await makersOf(asked.bundle);
  const ticks = ticksOf(asked);
  if (!ticks) throw new Error('there is no recorded week');
  const taken = await alternate(
    all.map((maker) => ({ name: maker.name, run: () => timed(maker, ticks) })),
    REPETITIONS,
    WARM_UPS,
  );
  return Object.fromEntries([...taken].map(([name, list]) => [name, median(list)]));
}
