/**
 * How bars that a server sent meet the bars in hand. A server's bar rules, but it comes without the ticks it was made of: where its
 * open or close equals ours, our key stays, so that a late tick still finds its place.
 */
import { type BarTable, CELL } from './bar-table.ts';
import type { CandleBar } from './candle-bar.ts';
import { bucketStart, PERIOD_MS } from './periods.ts';

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

/** Writes a server's bar into a fresh row: its open stands; by a number its close is judged, without one any tick moves it. */
function writeRow(table: BarTable, row: number, bar: CandleBar): void {
  table.set(row, CELL.time, bar.timeMs);
  table.set(row, CELL.open, bar.open);
  table.set(row, CELL.high, bar.high);
  table.set(row, CELL.low, bar.low);
  table.set(row, CELL.close, bar.close);
  table.set(row, CELL.volume, bar.volumeUnits);
  table.set(row, CELL.openMs, bar.timeMs);
  table.set(row, CELL.openN, BEFORE_ALL);
  table.set(row, CELL.closeMs, bar.n === undefined ? BEFORE_ALL : Number.NaN);
  table.set(row, CELL.closeN, bar.n ?? BEFORE_ALL);
}

/** The server knew a later bar when it sent this one, so no tick that we get now moves its close. */
function finishRow(table: BarTable, row: number): void {
  if (table.get(row, CELL.closeMs) === BEFORE_ALL) table.set(row, CELL.closeMs, AFTER_ALL);
}

/** A server's bar replaces ours: its numbers, our keys where they still fit. */
function replaceRow(table: BarTable, row: number, bar: CandleBar): void {
  setOpen(table, row, bar.open);
  table.set(row, CELL.high, bar.high);
  table.set(row, CELL.low, bar.low);
  table.set(row, CELL.volume, bar.volumeUnits);
  setClose(table, row, bar);
}

function setOpen(table: BarTable, row: number, open: number): void {
  if (table.get(row, CELL.open) === open) return;
  table.set(row, CELL.open, open);
  table.set(row, CELL.openMs, table.get(row, CELL.time));
  table.set(row, CELL.openN, BEFORE_ALL);
}

function setClose(table: BarTable, row: number, bar: CandleBar): void {
  table.set(row, CELL.close, bar.close);
  if (bar.n === undefined || !(bar.n > table.get(row, CELL.closeN))) return;
  table.set(row, CELL.closeMs, Number.NaN);
  table.set(row, CELL.closeN, bar.n);
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
  table.set(row, CELL.high, Math.max(table.get(row, CELL.high), bar.high));
  table.set(row, CELL.low, Math.min(table.get(row, CELL.low), bar.low));
  setOpen(table, row, bar.open);
  if (bar.n !== undefined && bar.n < table.get(row, CELL.closeN)) return;
  table.set(row, CELL.volume, bar.volumeUnits);
  setClose(table, row, bar);
}

/** Newest bars, ascending: see `CandleAggregator.load`. */
export function placeRows(table: BarTable, period: number, bars: readonly CandleBar[]): void {
  checkBars(period, bars);
  const fitting = bars.slice(-table.barsMax);
  const first = fitting[0];
  const last = fitting.at(-1);
  if (!first || !last) return;
  const reachesMs = first.timeMs - (PERIOD_MS[period] as number);
  if (table.count > 0 && table.get(table.count - 1, CELL.time) < reachesMs) table.clear();
  forgetUnlisted(table, fitting, first.timeMs, last.timeMs);
  for (const bar of fitting) mergeRow(table, period, bar, true);
  const newest = table.find(last.timeMs);
  for (let row = table.indexAtOrAfter(first.timeMs); row < newest; row++) finishRow(table, row);
}

/** Bars in hand inside the span of an answer that the answer does not have: the server has no tick there. */
function forgetUnlisted(table: BarTable, bars: readonly CandleBar[], firstMs: number, lastMs: number): void {
  const listed = new Set(bars.map((bar) => bar.timeMs));
  for (let row = table.count - 1; row >= 0; row--) {
    const timeMs = table.get(row, CELL.time);
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
  if (table.count > 0 && last.timeMs >= table.get(0, CELL.time))
    throw new RangeError(`last older bar: ${last.timeMs}, allowed: before ${table.get(0, CELL.time)}`);
  const room = table.barsMax - table.count;
  const fitting = room > 0 ? bars.slice(-room) : [];
  table.makeRoom(0, fitting.length);
  fitting.forEach((bar, row) => {
    writeRow(table, row, bar);
    finishRow(table, row);
  });
  return fitting.length;
}
