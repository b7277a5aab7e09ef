/**
 * How bars that a server sent merge with the bars held here. A server's bar rules, but it comes without the ticks it was made of: where its
 * open or close equals ours, our key stays, so that a late tick still finds its place.
 */
import { CLOSE, CLOSE_MS, CLOSE_N, HIGH, LOW, OPEN, OPEN_MS, OPEN_N, TIME, VOLUME } from './bar-cell.ts';
import type { BarTable } from './bar-table.ts';
import type { CandleBar } from './candle-bar.ts';
import { bucketStart } from './periods.ts';

const BEFORE_ALL = Number.NEGATIVE_INFINITY;
const AFTER_ALL = Number.POSITIVE_INFINITY;

function checkBar(period: number, bar: CandleBar): void {
  if (bucketStart(period, bar.timeMs) !== bar.timeMs) throw new RangeError(`bar time: ${bar.timeMs}, allowed: the start of a bucket`);
}

function checkBars(period: number, bars: readonly CandleBar[]): void {
  let beforeMs = BEFORE_ALL;
  for (const bar of bars) {
    checkBar(period, bar);
    if (bar.timeMs <= beforeMs) throw new RangeError(`bar time: ${bar.timeMs}, allowed: after ${beforeMs}`);
    beforeMs = bar.timeMs;
  }
}

/** Writes a server's bar into a fresh row: its open stays; by a number its close is judged, without one any tick moves it. */
function writeRow(table: BarTable, row: number, bar: CandleBar): void {
  table.set(row, TIME, bar.timeMs);
  table.set(row, OPEN, bar.open);
  table.set(row, HIGH, bar.high);
  table.set(row, LOW, bar.low);
  table.set(row, CLOSE, bar.close);
  table.set(row, VOLUME, bar.volumeUnits);
  table.set(row, OPEN_MS, bar.timeMs);
  table.set(row, OPEN_N, BEFORE_ALL);
  table.set(row, CLOSE_MS, bar.n === undefined ? BEFORE_ALL : Number.NaN);
  table.set(row, CLOSE_N, bar.n ?? BEFORE_ALL);
}

/** The server knew a later bar when it sent this one, so no tick that we get now moves its close. */
function finishRow(table: BarTable, row: number): void {
  if (table.get(row, CLOSE_MS) === BEFORE_ALL) table.set(row, CLOSE_MS, AFTER_ALL);
}

/** A server's bar replaces ours: its numbers, our keys where they still fit. */
function replaceRow(table: BarTable, row: number, bar: CandleBar): void {
  setOpen(table, row, bar.open);
  table.set(row, HIGH, bar.high);
  table.set(row, LOW, bar.low);
  table.set(row, VOLUME, bar.volumeUnits);
  setClose(table, row, bar);
}

function setOpen(table: BarTable, row: number, open: number): void {
  if (table.get(row, OPEN) === open) return;
  table.set(row, OPEN, open);
  table.set(row, OPEN_MS, table.get(row, TIME));
  table.set(row, OPEN_N, BEFORE_ALL);
}

function setClose(table: BarTable, row: number, bar: CandleBar): void {
  table.set(row, CLOSE, bar.close);
  if (bar.n === undefined || !(bar.n > table.get(row, CLOSE_N))) return;
  table.set(row, CLOSE_MS, Number.NaN);
  table.set(row, CLOSE_N, bar.n);
}

/** One bar: into its row, or a new row. Without `snapshot` high and low only widen, and what is older than ours by n is left. */
export function mergeRow(table: BarTable, period: number, bar: CandleBar, snapshot: boolean): void {
  checkBar(period, bar);
  let row = table.find(bar.timeMs);
  if (row < 0) {
    row = table.insert(bar.timeMs);
    if (row >= 0) writeRow(table, row, bar);
    return;
  }
  table.touch(bar.timeMs);
  if (snapshot) {
    replaceRow(table, row, bar);
    return;
  }
  table.set(row, HIGH, Math.max(table.get(row, HIGH), bar.high));
  table.set(row, LOW, Math.min(table.get(row, LOW), bar.low));
  setOpen(table, row, bar.open);
  if (bar.n !== undefined && bar.n < table.get(row, CLOSE_N)) return;
  table.set(row, VOLUME, bar.volumeUnits);
  setClose(table, row, bar);
}

/** Newest bars, ascending: see `CandleAggregator.load`. */
export function placeRows(table: BarTable, period: number, bars: readonly CandleBar[]): void {
  checkBars(period, bars);
  const fitting = bars.slice(-table.barsMax);
  const first = fitting[0];
  const last = fitting.at(-1);
  if (!first || !last) return;
  const reachesMs = bucketStart(period, first.timeMs - 1);
  if (table.count > 0 && table.get(table.count - 1, TIME) < reachesMs) table.clear();
  forgetUnlisted(table, fitting, first.timeMs, last.timeMs);
  for (const bar of fitting) mergeRow(table, period, bar, true);
  const newest = table.find(last.timeMs);
  for (let row = table.indexAtOrAfter(first.timeMs); row < newest; row++) finishRow(table, row);
}

/** Bars held here inside the span of an answer that the answer does not have: the server has no tick there. */
function forgetUnlisted(table: BarTable, bars: readonly CandleBar[], firstMs: number, lastMs: number): void {
  const listed = new Set(bars.map((bar) => bar.timeMs));
  for (let row = table.count - 1; row >= 0; row--) {
    const timeMs = table.get(row, TIME);
    if (timeMs < firstMs) return;
    if (timeMs > lastMs || listed.has(timeMs)) continue;
    table.remove(row, row + 1);
    table.touch(timeMs);
  }
}

/** Older bars in front; returns how many fit. */
export function prependRows(table: BarTable, period: number, bars: readonly CandleBar[]): number {
  checkBars(period, bars);
  const last = bars.at(-1);
  if (!last) return 0;
  if (table.count > 0 && last.timeMs >= table.get(0, TIME))
    throw new RangeError(`last older bar: ${last.timeMs}, allowed: before ${table.get(0, TIME)}`);
  const room = table.barsMax - table.count;
  const fitting = room > 0 ? bars.slice(-room) : [];
  table.makeRoom(0, fitting.length);
  fitting.forEach((bar, row) => {
    writeRow(table, row, bar);
    finishRow(table, row);
  });
  return fitting.length;
}
