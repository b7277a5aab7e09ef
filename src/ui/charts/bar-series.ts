/**
 * The bars of one chart in typed columns, ascending by time. Columns grow by doubling and never shrink, so that a tick writes five
 * numbers and allocates nothing. What changed is told to one listener as a kind; the reader decides what to paint.
 */
import { BarLines } from './bar-lines.ts';

/** Columns of bars as they arrive: times in ms, prices and volume as numbers. */
type BarsInput = {
  readonly time: ArrayLike<number>;
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
};
export type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** 'reset': all bars are new; 'older': `count` bars were put in front; 'append': a bar began; 'last': the last bar moved; 'inner': an earlier one did. */
export type BarsChange = { kind: 'reset' | 'older' | 'append' | 'last' | 'inner'; count: number };

/** Bars kept for one chart; older ones than these are not asked for. */
export const BARS_MAX = 20_000;
const CAPACITY_MIN = 512;
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** The values from a position on; typed columns are not copied, since 20,000 bars one by one take a slow phone 30 ms. */
const from = (column: ArrayLike<number>, skip: number): ArrayLike<number> =>
  column instanceof Float64Array ? column.subarray(skip) : Array.from(column).slice(skip);

const NONE = new Float64Array(0);

export class BarSeries {
  time = NONE;
  open = NONE;
  high = NONE;
  low = NONE;
  close = NONE;
  volume = NONE;
  length = 0;
  /** False while every volume is 0: then there is no volume pane (decision D9.07). */
  hasVolume = false;
  /** Lines drawn through the bars: indicators. */
  readonly lines = new BarLines();
  #listener: ((change: BarsChange) => void) | undefined;

  /** One listener at a time: the chart that shows these bars. */
  listen(listener: (change: BarsChange) => void): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** Replaces everything. Bars beyond `BARS_MAX` are cut off at the old end. `lines`: one column per line, as long as the bars. */
  reset(bars: BarsInput, lines: readonly ArrayLike<number>[] = []): void {
    const skip = Math.max(0, bars.time.length - BARS_MAX);
    const count = bars.time.length - skip;
    this.#reserve(count);
    for (const name of COLUMNS) this[name].set(from(bars[name], skip));
    this.length = count;
    this.lines.reset(lines, skip, count);
    this.hasVolume = false;
    this.#noticeVolume(0, count);
    this.#listener?.({ kind: 'reset', count });
  }

  /**
   * Puts bars in front. Bars that do not lie before the first one are ignored; returns how many were taken. `lines` are of all bars from
   * the first of these on: an average reaches back, so that those of the bars behind change too.
   */
  prepend(bars: BarsInput, lines?: readonly ArrayLike<number>[]): number {
    const first = this.length > 0 ? (this.time[0] as number) : Number.POSITIVE_INFINITY;
    let end = bars.time.length;
    while (end > 0 && (bars.time[end - 1] as number) >= first) end--;
    const count = Math.min(end, BARS_MAX - this.length);
    if (count <= 0) return 0;
    this.#reserve(this.length + count);
    for (const name of COLUMNS) {
      this[name].copyWithin(count, 0, this.length);
      for (let i = 0; i < count; i++) this[name][i] = bars[name][end - count + i] as number;
    }
    this.length += count;
    this.lines.shift(count, this.length);
    if (lines) this.lines.replace(lines, end - count, this.length);
    this.#noticeVolume(0, count);
    this.#listener?.({ kind: 'older', count });
    return count;
  }

  /** Writes the bar of that time, or appends it, with the values of its lines. A bar older than all that are kept is ignored. */
  put(time: number, open: number, high: number, low: number, close: number, volume: number, lines: ArrayLike<number> = []): void {
    const last = this.length - 1;
    const lastTime = last >= 0 ? (this.time[last] as number) : Number.NEGATIVE_INFINITY;
    if (time > lastTime) {
      if (this.length >= BARS_MAX) this.#dropOldest();
      this.#reserve(this.length + 1);
      this.#write(this.length++, time, open, high, low, close, volume);
      this.lines.put(this.length - 1, lines);
      this.#listener?.({ kind: 'append', count: 1 });
      return;
    }
    const index = time === lastTime ? last : this.indexOf(time);
    if (index < 0) return;
    this.#write(index, time, open, high, low, close, volume);
    this.lines.put(index, lines);
    this.#listener?.({ kind: index === last ? 'last' : 'inner', count: 1 });
  }

  /** Position of the bar that starts at this time, -1 when there is none. */
  indexOf(time: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.time[middle] as number;
      if (found === time) return middle;
      if (found < time) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The bar at a position; throws when there is none. */
  at(index: number): Bar {
    if (index < 0 || index >= this.length) throw new RangeError(`bar ${index} of ${this.length}`);
    return {
      time: this.time[index] as number,
      open: this.open[index] as number,
      high: this.high[index] as number,
      low: this.low[index] as number,
      close: this.close[index] as number,
      volume: this.volume[index] as number,
    };
  }

  #write(index: number, time: number, open: number, high: number, low: number, close: number, volume: number): void {
    this.time[index] = time;
    this.open[index] = open;
    this.high[index] = high;
    this.low[index] = low;
    this.close[index] = close;
    this.volume[index] = volume;
    if (volume > 0) this.hasVolume = true;
  }

  #noticeVolume(from: number, to: number): void {
    for (let i = from; i < to && !this.hasVolume; i++) this.hasVolume = (this.volume[i] as number) > 0;
  }

  /** A tenth at once, so that a full series does not move all its columns on every new bar. */
  #dropOldest(): void {
    const drop = Math.ceil(BARS_MAX / 10);
    for (const name of COLUMNS) this[name].copyWithin(0, drop, this.length);
    this.length -= drop;
    this.lines.drop(drop, this.length);
    this.#listener?.({ kind: 'reset', count: this.length });
  }

  #reserve(count: number): void {
    if (count <= this.time.length) return;
    let capacity = Math.max(CAPACITY_MIN, this.time.length);
    while (capacity < count) capacity *= 2;
    // One piece of memory for all: six cost a chart that opens as much as painting its axes.
    const all = new Float64Array(capacity * COLUMNS.length);
    for (const [at, name] of COLUMNS.entries()) {
      const grown = all.subarray(at * capacity, (at + 1) * capacity);
      grown.set(this[name].subarray(0, this.length));
      this[name] = grown;
    }
  }
}
