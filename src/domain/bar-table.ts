/**
 * The bars of one product and period in columns of float64, ascending by start. Contiguous, so that a reader gets plain views;
 * grows by doubling up to a named maximum and then forgets the oldest eighth. Never allocates for a tick inside a bar in hand.
 */

/** Rows that a table starts with. */
const BARS_START = 16;
/** A full table forgets one bar in so many at once, so that forgetting costs nothing per bar. */
const FORGET_SHARE = 8;
/** Bounds of `barsMax`: fewer could not hold an amended bar beside the open one. */
const BARS_MAX_LEAST = 4;
const BARS_MAX_MOST = 100_000;

/** True when key (aMs, aN) is not before key (bMs, bN). A key whose time is NaN (a server's bar with n alone) is compared by n. */
export function isNotBefore(aMs: number, aN: number, bMs: number, bN: number): boolean {
  return aMs > bMs || (aMs === bMs && aN >= bN) || (Number.isNaN(bMs) && aN > bN);
}

export class BarTable {
  readonly barsMax: number;
  count = 0;
  /** Start of the first bar that changed since somebody asked; Infinity when none did. */
  changedFromMs = Number.POSITIVE_INFINITY;
  time = new Float64Array(BARS_START);
  open = new Float64Array(BARS_START);
  high = new Float64Array(BARS_START);
  low = new Float64Array(BARS_START);
  close = new Float64Array(BARS_START);
  /** Units of 10^-8, exact up to 2^53. */
  volume = new Float64Array(BARS_START);
  /** (time, n) of the tick that is the open and of the one that is the close. */
  openMs = new Float64Array(BARS_START);
  openN = new Float64Array(BARS_START);
  closeMs = new Float64Array(BARS_START);
  closeN = new Float64Array(BARS_START);

  constructor(barsMax: number) {
    if (!Number.isInteger(barsMax) || barsMax < BARS_MAX_LEAST || barsMax > BARS_MAX_MOST)
      throw new RangeError(`barsMax: ${barsMax}, allowed: an integer from ${BARS_MAX_LEAST} to ${BARS_MAX_MOST}`);
    this.barsMax = barsMax;
  }

  /** Index of the bar that starts at a time; -1 when there is none. The newest bar is found at once. */
  find(timeMs: number): number {
    const last = this.count - 1;
    if (last >= 0 && this.time[last] === timeMs) return last;
    const index = this.indexAtOrAfter(timeMs);
    return index < this.count && this.time[index] === timeMs ? index : -1;
  }

  /** Index of the first bar that starts at or after a time; `count` when all start before it. */
  indexAtOrAfter(timeMs: number): number {
    let low = 0;
    let high = this.count;
    if (high === 0 || (this.time[high - 1] as number) < timeMs) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.time[middle] as number) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Makes room for a bar that starts at a time nobody has yet and returns its index, or -1 when it is older than a full table may keep. */
  insert(timeMs: number): number {
    if (this.count === this.barsMax) {
      if (this.count > 0 && timeMs < (this.time[0] as number)) return -1;
      this.removeFront(Math.ceil(this.barsMax / FORGET_SHARE));
    }
    const index = this.indexAtOrAfter(timeMs);
    this.makeRoom(index, 1);
    this.time[index] = timeMs;
    this.touch(timeMs);
    return index;
  }

  /** Opens a gap of `size` rows at `index`. The caller has made sure that they fit. */
  makeRoom(index: number, size: number): void {
    this.#reserve(this.count + size);
    if (index < this.count) for (const column of this.#columns()) column.copyWithin(index + size, index, this.count);
    this.count += size;
  }

  /** Forgets rows from `from` up to and without `to`. */
  remove(from: number, to: number): void {
    if (to <= from) return;
    for (const column of this.#columns()) column.copyWithin(from, to, this.count);
    this.count -= to - from;
  }

  removeFront(size: number): void {
    this.remove(0, Math.min(size, this.count));
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
  begin(index: number, timeMs: number, n: number, price: number, volumeUnits: number): void {
    this.open[index] = price;
    this.high[index] = price;
    this.low[index] = price;
    this.close[index] = price;
    this.volume[index] = volumeUnits;
    this.openMs[index] = timeMs;
    this.openN[index] = n;
    this.closeMs[index] = timeMs;
    this.closeN[index] = n;
  }

  /** Takes one more tick (or a conflated run with its extremes) into a row, wherever it belongs in the order of time. */
  extend(index: number, timeMs: number, n: number, price: number, high: number, low: number, volumeUnits: number): void {
    if (high > (this.high[index] as number)) this.high[index] = high;
    if (low < (this.low[index] as number)) this.low[index] = low;
    if (isNotBefore(timeMs, n, this.closeMs[index] as number, this.closeN[index] as number)) {
      this.close[index] = price;
      this.closeMs[index] = timeMs;
      this.closeN[index] = n;
    }
    const openMs = this.openMs[index] as number;
    if (timeMs < openMs || (timeMs === openMs && n < (this.openN[index] as number))) {
      this.open[index] = price;
      this.openMs[index] = timeMs;
      this.openN[index] = n;
    }
    this.volume[index] = (this.volume[index] as number) + volumeUnits;
  }

  /** Takes a row of a shorter period into the row that contains it; the volume is given whole. */
  absorb(index: number, part: BarTable, row: number, volumeUnits: number): void {
    this.high[index] = Math.max(this.high[index] as number, part.high[row] as number);
    this.low[index] = Math.min(this.low[index] as number, part.low[row] as number);
    const closeMs = part.closeMs[row] as number;
    const closeN = part.closeN[row] as number;
    if (isNotBefore(closeMs, closeN, this.closeMs[index] as number, this.closeN[index] as number)) {
      this.close[index] = part.close[row] as number;
      this.closeMs[index] = closeMs;
      this.closeN[index] = closeN;
    }
    const openMs = part.openMs[row] as number;
    const openN = part.openN[row] as number;
    if (openMs < (this.openMs[index] as number) || (openMs === this.openMs[index] && openN < (this.openN[index] as number))) {
      this.open[index] = part.open[row] as number;
      this.openMs[index] = openMs;
      this.openN[index] = openN;
    }
    this.volume[index] = volumeUnits;
  }

  /** Copies all but the start from a row of another table. */
  copyRow(index: number, source: BarTable, row: number): void {
    const from = source.#columns();
    this.#columns().forEach((column, position) => {
      if (position > 0) column[index] = (from[position] as Float64Array)[row] as number;
    });
  }

  #columns(): Float64Array[] {
    const { time, open, high, low, close, volume, openMs, openN, closeMs, closeN } = this;
    return [time, open, high, low, close, volume, openMs, openN, closeMs, closeN];
  }

  #reserve(rows: number): void {
    if (rows <= this.time.length) return;
    const capacity = Math.min(this.barsMax, Math.max(rows, this.time.length * 2));
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const wider = new Float64Array(Math.max(capacity, rows));
      wider.set(column.subarray(0, this.count));
      return wider;
    };
    this.time = grown(this.time);
    this.open = grown(this.open);
    this.high = grown(this.high);
    this.low = grown(this.low);
    this.close = grown(this.close);
    this.volume = grown(this.volume);
    this.openMs = grown(this.openMs);
    this.openN = grown(this.openN);
    this.closeMs = grown(this.closeMs);
    this.closeN = grown(this.closeN);
  }
}
