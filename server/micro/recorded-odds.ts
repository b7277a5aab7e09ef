/**
 * Odds on a replayed recording, counted over all of it at the start: it is what the tape will be made of, so a restart loses nothing, and nobody
 * trades on a part of it that was not counted. They are kept by the recording's hour of the day and by how lively the price was just before: a
 * calm market ties more often, and a trader who waits for one must not gain by it. Nor must who goes with or against the last change, whenever that was.
 */
import { setImmediate } from 'node:timers/promises';
import { staleAfterMs } from '#domain/freshness.ts';
import { winShareOfTies } from '#domain/micro-odds.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Replay } from '../feed/market-history.ts';
import { HOLE_MS, replayedMs } from '../feed/recorded-hours.ts';
import { lastChangesOf, partsByAge } from './last-change.ts';
import { LIVELINESSES, livelinessOf } from './liveliness.ts';
import type { MicroOdds, WinShares } from './micro-odds.ts';
import { BACK, ONWARD, PressCounts, TIE } from './press-counts.ts';
import { type TickColumns, WindowSweep } from './window-sweep.ts';

/** Durations that are counted; any other counts as the longest of these within it, which ties no less. */
const COUNTED_S = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900, 1_800, 3_600];
/** Openings are counted this far apart, and fewer of them say nothing. */
const OPENING_STEP_MS = 20;
const OPENINGS_MIN = 10_000;
/** Ticks whose openings are counted in one turn of the event loop. */
const TICKS_PER_TURN = 1_024;
const HOURS = 24;

/** What of a replay is counted. */
export type Replayed = Pick<Replay, 'recording' | 'startMs'> & { readonly product: Pick<Replay['product'], 'id' | 'categoryId'> };
/** What was counted of one duration, by hour of the day and liveliness. */
type Duration = {
  readonly seconds: number;
  readonly sweep: WindowSweep;
  readonly openings: Float64Array;
  readonly ties: Float64Array;
  readonly presses: PressCounts;
};
/** What is known of the price at each tick. */
type Known = {
  readonly liveliness: Uint8Array;
  readonly changes: ReturnType<typeof lastChangesOf>;
  readonly hourAt: (timeMs: number) => number;
};

/** Counts a recording that is replayed so many times faster than it was, in turns of the event loop. */
export async function recordedOdds(replay: Replayed, speed: number): Promise<MicroOdds> {
  const ticks = replayedTicks(replay, speed);
  const known: Known = { liveliness: livelinessOf(ticks), changes: lastChangesOf(ticks), hourAt: hourOf(replay, speed) };
  const freshMs = staleAfterMs(replay.product.categoryId);
  const durations: Duration[] = COUNTED_S.map((seconds) => ({
    seconds,
    sweep: new WindowSweep(ticks, { lengthMs: seconds * 1_000, holeMs: HOLE_MS / speed, freshMs }),
    openings: new Float64Array(HOURS * LIVELINESSES),
    ties: new Float64Array(HOURS * LIVELINESSES),
    presses: new PressCounts(seconds * 1_000),
  }));
  for (let upTo = TICKS_PER_TURN; upTo < ticks.times.length + TICKS_PER_TURN; upTo += TICKS_PER_TURN) {
    for (const duration of durations) countUpTo(upTo, duration, known);
    await setImmediate();
  }
  const sharesOf: MicroOdds['sharesOf'] = (productId, seconds, openMs, below = seconds) => {
    const at = newestAt(ticks.times, openMs);
    const own = durations.filter((one) => one.seconds <= seconds).at(-1);
    if (productId !== replay.product.id || at < 0 || !own) return undefined;
    // Longer ones tie no more often, but what a change is followed by may take its time.
    const longer = durations.filter((one) => one.seconds > own.seconds && one.seconds < below);
    return sharesIn(own, longer, { hour: known.hourAt(openMs), liveliness: known.liveliness[at] as number });
  };
  // All of it was counted at the start: nothing is computed any more.
  return { sharesOf, keptSharesOf: sharesOf };
}

const cellOf = (hour: number, liveliness: number): number => hour * LIVELINESSES + liveliness;
/** Openings of [from, to). */
const openingsIn = (fromMs: number, toMs: number): number => Math.ceil(toMs / OPENING_STEP_MS) - Math.ceil(fromMs / OPENING_STEP_MS);

/** Counts openings at ticks up to before one. */
function countUpTo(upTo: number, { sweep, openings, ties, presses }: Duration, { liveliness, changes, hourAt }: Known): void {
  sweep.visitUpTo(upTo, (at, fromMs, toMs, move) => {
    const count = openingsIn(fromMs, toMs);
    const degree = liveliness[at] as number;
    const cell = cellOf(hourAt(fromMs), degree);
    openings[cell] = (openings[cell] as number) + count;
    if (move === 0) ties[cell] = (ties[cell] as number) + count;
    const way = changes.ways[at] as number;
    if (way === 0) return;
    const outcome = move === 0 ? TIE : move === way ? ONWARD : BACK;
    partsByAge(changes.times[at] as number, fromMs, toMs, (age, beginMs, endMs) =>
      presses.add(degree, age, beginMs, openingsIn(beginMs, endMs), outcome),
    );
  });
}

/**
 * All that can be opened was counted, so that the share of a random side is no estimate; within its hour and liveliness some moments are known
 * to be better by what the price did last, and the best of them counts (decision D9.168).
 */
function sharesIn(own: Duration, longer: readonly Duration[], now: { hour: number; liveliness: number }): WinShares | undefined {
  const cell = cellOf(now.hour, now.liveliness);
  const count = own.openings[cell] as number;
  if (count < OPENINGS_MIN) return undefined;
  const tieShare = (own.ties[cell] as number) / count;
  const edge = Math.max(...[own, ...longer].map(({ presses }) => presses.edge(now.liveliness)));
  // An edge is one of wins: one of ties is twice that.
  return { random: winShareOfTies(tieShare), best: winShareOfTies(Math.min(1, tieShare + 2 * edge)) };
}

/** The ticks at the times of their replay; one that came late in the recording counts as of when it came. */
function replayedTicks({ recording, startMs }: Replayed, speed: number): TickColumns {
  const times = new Float64Array(recording.count);
  const prices = new Float64Array(recording.count);
  const firstMs = recording.timeMs(0);
  for (let at = 0; at < recording.count; at++) {
    const timeMs = replayedMs(recording.timeMs(at), firstMs, { startMs, speed });
    times[at] = Math.max(timeMs, times[at - 1] ?? timeMs);
    prices[at] = recording.priceUnits(at);
  }
  return { times, prices };
}

/** The hour of the day, UTC, at which what is replayed at a time was recorded. */
const hourOf = ({ recording, startMs }: Replayed, speed: number): ((timeMs: number) => number) => {
  const firstMs = recording.timeMs(0);
  return (timeMs) => Math.floor((firstMs + (timeMs - startMs) * speed) / HOUR_MS) % HOURS;
};

/** The newest tick at a time; -1 before the first one. */
function newestAt(times: Float64Array, timeMs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
