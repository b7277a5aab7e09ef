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
  /** Bar starts in ms, ascending; so many of them. */
  readonly time: ArrayLike<number>;
  readonly count: number;
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

/** `round`: the power of two that divides the number of the bucket that begins: of hours 16:00 is rounder than 17:00. */
type Boundary = TimeTick & { readonly rank: number; readonly round: number };

/** Which of two that are too near stays: the one of higher rank, else the rounder one, else the earlier. */
const outdoes = (one: Boundary, other: Boundary): boolean =>
  (one.rank - other.rank || one.round - other.round || other.index - one.index) > 0;

/** The marks of the bars `first` to `last`. One is left out for a neighbour in reach, in the view or beside it, never for where the view begins. */
export function timeTicks(input: TimeTicksInput): TimeTick[] {
  const { time, count, first, last, barWidthPx, periodMs, gapMinPx, zoneOffsetMs } = input;
  if (last < first || barWidthPx <= 0) return [];
  const grain =
    GRAINS.find((candidate) => (candidate.lengthMs / periodMs) * barWidthPx >= gapMinPx) ?? (GRAINS[GRAINS.length - 1] as Grain);
  /** Bars that are fewer apart have marks that would touch. */
  const reach = Math.ceil(gapMinPx / barWidthPx);
  const from = Math.max(0, first - reach);
  const to = Math.min(count - 1, last + reach);
  const local = localTime(time, from, to, zoneOffsetMs);
  const all: Boundary[] = [];
  for (let i = from + 1; i <= to; i++) {
    const before = local(i - 1);
    const now = local(i);
    const number = grain.numberAt(now);
    if (grain.numberAt(before) === number) continue;
    const of = rank(before, now);
    all.push({ index: i, timeMs: time[i] as number, kind: KINDS[of] as TimeTickKind, rank: of, round: number & -number });
  }
  return all.filter(
    (one) =>
      one.index >= first && one.index <= last && !all.some((other) => Math.abs(other.index - one.index) < reach && outdoes(other, one)),
  );
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
