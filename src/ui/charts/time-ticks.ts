/**
 * Marks of the time axis. Bars stand by position, so a mark belongs to a bar: the first one at or after a round time of the shown
 * zone. Marks depend on the bars' times and on the zoom only, never on where the view begins: they do not dance while one pans.
 */
import { type Bucket, minutes, months, weeks } from '#domain/bucket.ts';

/** What a mark should say: the clock time, the day, the month, or the year. */
export type TimeTickKind = 'time' | 'day' | 'month' | 'year';
type TimeTick = { readonly index: number; readonly timeMs: number; readonly kind: TimeTickKind };

/** A kind of round time: what begins a bucket of it gets a mark. */
type Grain = Pick<Bucket, 'lengthMs' | 'numberAt'>;
const days = minutes(1_440);
const every = (count: number, { lengthMs, numberAt }: Grain): Grain => ({
  lengthMs: count * lengthMs,
  numberAt: (localMs) => Math.floor(numberAt(localMs) / count),
});
const years = every(12, months);
const GRAINS: readonly Grain[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map(minutes),
  ...[days, every(2, days), weeks, every(2, weeks), months, every(3, months), every(6, months), years],
];

/** Rank of the boundary between two local times: 3 a new year, 2 a new month, 1 a new day, 0 none of them. Most are none, and ask no calendar. */
function rank(beforeMs: number, localMs: number): 0 | 1 | 2 | 3 {
  const isNew = (grain: Grain) => grain.numberAt(beforeMs) !== grain.numberAt(localMs);
  return !isNew(days) ? 0 : isNew(years) ? 3 : isNew(months) ? 2 : 1;
}
const KINDS: readonly TimeTickKind[] = ['time', 'day', 'month', 'year'];

type TimeTicksInput = {
  /** Bar starts in ms, ascending. */
  readonly time: ArrayLike<number>;
  readonly first: number;
  readonly last: number;
  /** CSS pixels from one bar to the next. */
  readonly barWidthPx: number;
  /** Length of the period in ms; of months the usual one. */
  readonly periodMs: number;
  readonly gapMinPx: number;
  /** Zone shown minus GMT at that time, in ms. */
  readonly zoneOffsetMs: (timeMs: number) => number;
};

/** The marks of the bars `first` to `last`. Two marks nearer than the gap keep the one of higher rank, else the earlier. */
export function timeTicks(input: TimeTicksInput): TimeTick[] {
  const { time, first, last, barWidthPx, periodMs, gapMinPx, zoneOffsetMs } = input;
  if (last < first || barWidthPx <= 0) return [];
  const grain =
    GRAINS.find((candidate) => (candidate.lengthMs / periodMs) * barWidthPx >= gapMinPx) ?? (GRAINS[GRAINS.length - 1] as Grain);
  const local = localTime(time, first, last, zoneOffsetMs);
  const ticks: (TimeTick & { rank: number })[] = [];
  for (let i = Math.max(first, 1); i <= last; i++) {
    const before = local(i - 1);
    const now = local(i);
    if (grain.numberAt(before) === grain.numberAt(now)) continue;
    const of = rank(before, now);
    const tick = { index: i, timeMs: time[i] as number, rank: of, kind: KINDS[of] as TimeTickKind };
    const previous = ticks[ticks.length - 1];
    if (previous && (i - previous.index) * barWidthPx < gapMinPx) {
      if (previous.rank < tick.rank) ticks[ticks.length - 1] = tick;
    } else ticks.push(tick);
  }
  return ticks;
}

/** Local time of a bar. One offset serves the whole range when its ends agree, which is nearly always. */
function localTime(
  time: ArrayLike<number>,
  first: number,
  last: number,
  zoneOffsetMs: (timeMs: number) => number,
): (index: number) => number {
  const offset = zoneOffsetMs(time[first] as number);
  if (offset === zoneOffsetMs(time[last] as number)) return (index) => (time[index] as number) + offset;
  return (index) => (time[index] as number) + zoneOffsetMs(time[index] as number);
}
