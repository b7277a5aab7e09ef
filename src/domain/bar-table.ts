/**
 * The bars of one product and period, ascending by start: one row of ten numbers each, all in one Float64Array, so that a tick touches
 * one stretch of memory. Grows by doubling up to a named maximum and then forgets the oldest eighth. Never allocates inside the current bar.
 */

import { type Cell, CLOSE, CLOSE_MS, CLOSE_N, HIGH, LOW, OPEN, OPEN_MS, OPEN_N, ROW, TIME, VOLUME } from './bar-cell.ts';

/** Rows that a table starts with. */
const ROWS_START = 16;
/** A full table forgets one bar in so many at once, so that forgetting costs nothing per bar. */
const FORGET_SHARE = 8;
/** Bounds of `barsMax`: fewer could not hold an amended bar beside the open one. */
const BARS_MAX_LEAST = 4;
const BARS_MAX_MOST = 100_000;

/** True when key (aMs, aN) is not before key (bMs, bN). A key whose time is NaN (a server's bar with n alone) is compared by n. */
function isNotBefore(aMs: number, aN: number, bMs: number, bN: number): boolean {
  return aMs > bMs || (aMs === bMs && aN >= bN) || (Number.isNaN(bMs) && aN > bN);
}

/** True when key (aMs, aN) is before key (bMs, bN). */
function isBefore(aMs: number, aN: number, bMs: number, bN: number): boolean {
  return aMs < bMs || (aMs === bMs && aN < bN);
}

export class BarTable {
  readonly barsMax: number;
  count = 0;
  /** Start of the first bar that changed since somebody asked; Infinity when none did. */
  changedFromMs = Number.POSITIVE_INFINITY;
  #cells = new Float64Array(ROWS_START * ROW);

  constructor(barsMax: number) {
    if (!Number.isInteger(barsMax) || barsMax < BARS_MAX_LEAST || barsMax > BARS_MAX_MOST)
      throw new RangeError(`barsMax: ${barsMax}, allowed: an integer from ${BARS_MAX_LEAST} to ${BARS_MAX_MOST}`);
    this.barsMax = barsMax;
  }

  get(row: number, cell: Cell): number {
    return this.#cells[row * ROW + cell] as number;
  }

  set(row: number, cell: Cell, value: number): void {
    this.#cells[row * ROW + cell] = value;
  }

  /** One number of the rows from `from` up to and without `to`, as a column of its own. */
  column(cell: Cell, from: number, to: number): Float64Array<ArrayBuffer> {
    const column = new Float64Array(to - from);
    for (let row = from; row < to; row++) column[row - from] = this.get(row, cell);
    return column;
  }

  /** Row of the bar that starts at a time; -1 when there is none. The newest bar is found at once. */
  find(timeMs: number): number {
    const last = this.count - 1;
    if (last >= 0 && this.#cells[last * ROW] === timeMs) return last;
    const row = this.indexAtOrAfter(timeMs);
    return row < this.count && this.get(row, TIME) === timeMs ? row : -1;
  }

  /** Row of the first bar that starts at or after a time; `count` when all start before it. */
  indexAtOrAfter(timeMs: number): number {
    let low = 0;
    let high = this.count;
    if (high === 0 || this.get(high - 1, TIME) < timeMs) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.get(middle, TIME) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Makes room for a bar that starts at a time nobody has yet and returns its row, or -1 when it is older than a full table may keep. */
  insert(timeMs: number): number {
    if (this.count === this.barsMax) {
      if (timeMs < this.get(0, TIME)) return -1;
      this.remove(0, Math.ceil(this.barsMax / FORGET_SHARE));
    }
    const row = this.indexAtOrAfter(timeMs);
    this.makeRoom(row, 1);
    this.set(row, TIME, timeMs);
    this.touch(timeMs);
    return row;
  }

  /** Opens a gap of `size` rows at `row`. The caller has made sure that they fit. */
  makeRoom(row: number, size: number): void {
    this.#reserve(this.count + size);
    if (row < this.count) this.#cells.copyWithin((row + size) * ROW, row * ROW, this.count * ROW);
    this.count += size;
  }

  /** Forgets rows from `from` up to and without `to`. */
  remove(from: number, to: number): void {
    this.#cells.copyWithin(from * ROW, to * ROW, this.count * ROW);
    this.count -= to - from;
  }

  clear(): void {
    this.count = 0;
    this.changedFromMs = Number.POSITIVE_INFINITY;
  }

  /** Notes that a bar changed. */
  touch(timeMs: number): void {
    if (timeMs < this.changedFromMs) this.changedFromMs = timeMs;
  }

  /** Fills a fresh row from one tick. */
  begin(row: number, timeMs: number, n: number, price: number, volumeUnits: number): void {
    const cells = this.#cells;
    const base = row * ROW;
    cells[base + OPEN] = price;
    cells[base + HIGH] = price;
    cells[base + LOW] = price;
    cells[base + CLOSE] = price;
    cells[base + VOLUME] = volumeUnits;
    cells[base + OPEN_MS] = timeMs;
    cells[base + OPEN_N] = n;
    cells[base + CLOSE_MS] = timeMs;
    cells[base + CLOSE_N] = n;
  }

  /** Takes a tick (or a conflated run with its extremes) if it is newer than the close of its row; false and nothing done otherwise. */
  follow(row: number, timeMs: number, n: number, price: number, high: number, low: number, volumeUnits: number): boolean {
    const cells = this.#cells;
    const base = row * ROW;
    if (!(timeMs >= (cells[base + CLOSE_MS] as number) && n > (cells[base + CLOSE_N] as number))) return false;
    if (high > (cells[base + HIGH] as number)) cells[base + HIGH] = high;
    if (low < (cells[base + LOW] as number)) cells[base + LOW] = low;
    cells[base + CLOSE] = price;
    cells[base + VOLUME] = (cells[base + VOLUME] as number) + volumeUnits;
    cells[base + CLOSE_MS] = timeMs;
    cells[base + CLOSE_N] = n;
    return true;
  }

  /** Takes one more tick (or a conflated run with its extremes) into a row, wherever it belongs in the order of time. */
  extend(row: number, timeMs: number, n: number, price: number, high: number, low: number, volumeUnits: number): void {
    const cells = this.#cells;
    const base = row * ROW;
    if (high > (cells[base + HIGH] as number)) cells[base + HIGH] = high;
    if (low < (cells[base + LOW] as number)) cells[base + LOW] = low;
    if (isNotBefore(timeMs, n, cells[base + CLOSE_MS] as number, cells[base + CLOSE_N] as number)) {
      cells[base + CLOSE] = price;
      cells[base + CLOSE_MS] = timeMs;
      cells[base + CLOSE_N] = n;
    }
    if (isBefore(timeMs, n, cells[base + OPEN_MS] as number, cells[base + OPEN_N] as number)) {
      cells[base + OPEN] = price;
      cells[base + OPEN_MS] = timeMs;
      cells[base + OPEN_N] = n;
    }
    cells[base + VOLUME] = (cells[base + VOLUME] as number) + volumeUnits;
  }

  /** Takes a row of a shorter period into the row that contains it; the volume is given whole. */
  absorb(row: number, part: BarTable, partRow: number, volumeUnits: number): void {
    const from = part.#cells;
    const base = partRow * ROW;
    const cells = this.#cells;
    const own = row * ROW;
    cells[own + HIGH] = Math.max(cells[own + HIGH] as number, from[base + HIGH] as number);
    cells[own + LOW] = Math.min(cells[own + LOW] as number, from[base + LOW] as number);
    cells[own + VOLUME] = volumeUnits;
    const closeMs = from[base + CLOSE_MS] as number;
    const closeN = from[base + CLOSE_N] as number;
    if (isNotBefore(closeMs, closeN, cells[own + CLOSE_MS] as number, cells[own + CLOSE_N] as number)) {
      cells[own + CLOSE] = from[base + CLOSE] as number;
      cells[own + CLOSE_MS] = closeMs;
      cells[own + CLOSE_N] = closeN;
    }
    const openMs = from[base + OPEN_MS] as number;
    const openN = from[base + OPEN_N] as number;
    if (isBefore(openMs, openN, cells[own + OPEN_MS] as number, cells[own + OPEN_N] as number)) {
      cells[own + OPEN] = from[base + OPEN] as number;
      cells[own + OPEN_MS] = openMs;
      cells[own + OPEN_N] = openN;
    }
  }

  /** Copies all but the start from a row of another table. */
  copyRow(row: number, source: BarTable, sourceRow: number): void {
    this.#cells.set(source.#cells.subarray(sourceRow * ROW + 1, (sourceRow + 1) * ROW), row * ROW + 1);
  }

  #reserve(rows: number): void {
    if (rows * ROW <= this.#cells.length) return;
    const wider = new Float64Array(Math.max(rows, Math.min(this.barsMax, this.count * 2)) * ROW);
    wider.set(this.#cells.subarray(0, this.count * ROW));
    this.#cells = wider;
  }
}
