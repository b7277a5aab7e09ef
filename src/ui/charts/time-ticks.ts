/**
 * Marks of the time axis. Bars stand by position, so a mark belongs to a bar: the first one at or after a round time of the shown
 * zone. Marks depend on the bars' times and on the zoom only, never on where the view begins: they do not dance while one pans.
 */

/** What a mark should say: the clock time, the day, the month, or the year. */
export type TimeTickKind = 'time' | 'day' | 'month' | 'year';
export type TimeTick = { readonly index: number; readonly timeMs: number; readonly kind: TimeTickKind };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_SHIFT_MS = 3 * DAY_MS;
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

/** Grain of the marks: a length below a day, or a kind of calendar step. */
type Grain = { lengthMs: number; bucket: (localMs: number) => number };
const clock = (lengthMs: number): Grain => ({ lengthMs, bucket: (localMs) => Math.floor(localMs / lengthMs) });
/** Weeks begin on Monday. */
const weeks = (count: number): Grain => {
  const lengthMs = count * 7 * DAY_MS;
  return { lengthMs, bucket: (localMs) => Math.floor((localMs + MONDAY_SHIFT_MS) / lengthMs) };
};
const month = (localMs: number): number => {
  const date = new Date(localMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const GRAINS: readonly Grain[] = [
  ...STEPS_MS.map(clock),
  clock(DAY_MS),
  clock(2 * DAY_MS),
  weeks(1),
  weeks(2),
  { lengthMs: 30 * DAY_MS, bucket: month },
  { lengthMs: 91 * DAY_MS, bucket: (localMs) => Math.floor(month(localMs) / 3) },
  { lengthMs: 182 * DAY_MS, bucket: (localMs) => Math.floor(month(localMs) / 6) },
  { lengthMs: 365 * DAY_MS, bucket: (localMs) => Math.floor(month(localMs) / 12) },
];

/** Rank of the boundary between two local times: 3 a new year, 2 a new month, 1 a new day, 0 none of them. */
function rank(beforeMs: number, localMs: number): 0 | 1 | 2 | 3 {
  if (Math.floor(beforeMs / DAY_MS) === Math.floor(localMs / DAY_MS)) return 0;
  const before = month(beforeMs);
  const now = month(localMs);
  if (before === now) return 1;
  return Math.floor(before / 12) === Math.floor(now / 12) ? 2 : 3;
}
const KINDS: readonly TimeTickKind[] = ['time', 'day', 'month', 'year'];

export type TimeTicksInput = {
  /** Bar starts in ms, ascending. */
  readonly time: ArrayLike<number>;
  readonly first: number;
  readonly last: number;
  /** CSS pixels from one bar to the next. */
  readonly barWidthPx: number;
  /** Length of the period in ms. */
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
    if (grain.bucket(before) === grain.bucket(now)) continue;
    const tick = { index: i, timeMs: time[i] as number, rank: rank(before, now), kind: KINDS[rank(before, now)] as TimeTickKind };
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
