/** What each reader of frames takes for the same ticks in this process: `samples` is called in one that has run nothing else. */
import { alternate, type Contender } from './alternate.ts';
import { assertOutput } from './bench.ts';
import { bundled } from './bundled.ts';
import type { Samples } from './fresh-samples.ts';
import type { Ingest } from './ingest-makers.ts';
import { median } from './statistics.ts';
import { TICKS_PER_FRAME, type TickFrames, tickFrames } from './tick-frames.ts';

export const PRODUCTS = 20;
export const TICKS = 100_000;
/** A sample lasts at least so long, in CPU time. */
const SAMPLE_US_MIN = 100_000;
const REPETITIONS = 3;
/** Runs until all code is compiled. */
const WARM_UPS = 2;
export const NAMES = {
  parseOne: 'JSON.parse alone, 1 tick a frame',
  oursOne: 'ours with candles, 1 tick a frame',
  parseMany: `JSON.parse alone, ${TICKS_PER_FRAME} ticks a frame`,
  oursMany: `ours with candles, ${TICKS_PER_FRAME} ticks a frame`,
  binary: `binary rows with candles, ${TICKS_PER_FRAME} ticks a frame`,
} as const;

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

/** `bundle`: of `ingest-makers.ts`. */
type IngestAsked = { readonly bundle: string };

export async function ingestOf({ bundle }: IngestAsked): Promise<{ frames: TickFrames; ingest: Ingest }> {
  const made = await bundled<typeof import('./ingest-makers.ts')>(bundle);
  const frames = tickFrames(PRODUCTS, TICKS);
  return { frames, ingest: new made.Ingest(frames) };
}

/** Nanoseconds a tick by contender. */
export async function samples(asked: IngestAsked): Promise<Samples> {
  const { frames, ingest } = await ingestOf(asked);
  const taken = await alternate(contenders(frames, ingest), REPETITIONS, WARM_UPS);
  assertOutput(Array.isArray(parsed) || typeof parsed === 'object', 'nothing was parsed');
  return Object.fromEntries([...taken].map(([name, list]) => [name, median(list)]));
}
