/**
 * The quotations of one frame in columns, one row each, in the order they came: what every reader of a frame fills and what the market
 * takes. One batch serves for all frames: it is cleared, not made again, and a row allocates nothing.
 */
import type { QuoteUpdate } from './received.ts';
import { FRAME_ARRAY_MAX } from './socket.ts';

/** Rows that a batch starts with; it doubles up to `FRAME_ARRAY_MAX`. */
const ROWS_START = 64;
/** Position of a product that we do not know. */
export const UNKNOWN_PRODUCT = -1;

type Column = Float64Array;
const column = (rows: number): Column => new Float64Array(rows);
const widened = (old: Column, rows: number): Column => {
  const wider = column(rows);
  wider.set(old);
  return wider;
};

/** Columns by row; what they mean, NaN for "not said" included, is at `QuoteUpdate`. Only rows below `count` hold anything. */
export class QuoteBatch {
  count = 0;
  /** Position of the product in the trade list, or `UNKNOWN_PRODUCT`. */
  index = new Int32Array(ROWS_START);
  /** 1: a confirm. */
  confirm = new Uint8Array(ROWS_START);
  close = column(ROWS_START);
  timeMs = column(ROWS_START);
  n = column(ROWS_START);
  runHigh = column(ROWS_START);
  runLow = column(ROWS_START);
  runVolume = column(ROWS_START);
  open = column(ROWS_START);
  high = column(ROWS_START);
  low = column(ROWS_START);
  change = column(ROWS_START);
  status = column(ROWS_START);

  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more row and returns its position; -1 when the frame has as many as it may. */
  next(): number {
    if (this.count === this.index.length && !this.#grow()) return -1;
    return this.count++;
  }

  /** Adds a row that was read as an object. Those beyond the maximum are left out. */
  add(index: number, update: QuoteUpdate): void {
    const row = this.next();
    if (row < 0) return;
    this.index[row] = index;
    this.confirm[row] = update.isConfirm ? 1 : 0;
    this.close[row] = update.close;
    this.timeMs[row] = update.timeMs;
    this.n[row] = update.n;
    this.runHigh[row] = update.runHigh;
    this.runLow[row] = update.runLow;
    this.runVolume[row] = update.runVolume;
    this.open[row] = update.open;
    this.high[row] = update.high;
    this.low[row] = update.low;
    this.change[row] = update.change;
    this.status[row] = update.status;
  }

  #grow(): boolean {
    const rows = Math.min(FRAME_ARRAY_MAX, this.count * 2);
    if (rows === this.count) return false;
    const { index, confirm } = this;
    this.index = new Int32Array(rows);
    this.index.set(index);
    this.confirm = new Uint8Array(rows);
    this.confirm.set(confirm);
    this.close = widened(this.close, rows);
    this.timeMs = widened(this.timeMs, rows);
    this.n = widened(this.n, rows);
    this.runHigh = widened(this.runHigh, rows);
    this.runLow = widened(this.runLow, rows);
    this.runVolume = widened(this.runVolume, rows);
    this.open = widened(this.open, rows);
    this.high = widened(this.high, rows);
    this.low = widened(this.low, rows);
    this.change = widened(this.change, rows);
    this.status = widened(this.status, rows);
    return true;
  }
}
