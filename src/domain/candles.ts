/**
 * The candle aggregator: ticks of ONE product into bars of all seven periods; the same code in worker and server. It promises that
 * the order of arrival does not matter within `LATENESS_MAX_MS`, that a tick counts once, and that a tick inside a bar allocates nothing.
 * `period` is the position in PERIODS. Prices are float64 whose shortest form is the exact decimal; volume counts 10^-8 units (exact to
 * 2^53). `n` orders ticks of one millisecond and names a tick: the same n is the same tick. Where a source has no n, count arrivals.
 * How: a tick goes into its 1-minute bar only; the open minute is folded into the six longer bars when somebody reads them, and when
 * the next minute opens. A tick for the minute before goes into the bars of all seven periods at once. Bars without keys (REST, base
 * pushes): their open stands, any later tick extends them, and only one that a later bar came with refuses a close.
 */
import { BarTable, CELL } from './bar-table.ts';
import { barOf, type CandleBar, type CandleColumns, columnsOf, type KeyedBar } from './candle-bar.ts';
import { mergeRow, placeRows, prependRows } from './candle-merge.ts';
import { bucketStart, PERIOD_MS, PERIODS } from './periods.ts';
import { SeenTicks } from './seen-ticks.ts';

/** A closed 1-minute bar takes late ticks until the newest tick is so far past its end. */
export const LATENESS_MAX_MS = 5_000;
/** Bars in hand per period, by position in PERIODS. A full table forgets its oldest eighth. */
export const BARS_MAX: readonly number[] = [10_000, 10_000, 10_000, 10_000, 10_000, 4_000, 1_000];
/** What `tick` answers when a tick was taken: a bit per period, all seven. */
export const ALL_PERIODS = 0b111_1111;

const MINUTE_MS = 60_000;
const NEVER = Number.NEGATIVE_INFINITY;

export class CandleAggregator {
  /** Ticks taken, ticks that came twice, ticks too late (or too old to tell), ticks with numbers that make no sense. */
  taken = 0;
  duplicates = 0;
  lateDropped = 0;
  invalid = 0;
  readonly #tables: readonly BarTable[];
  readonly #minute: BarTable;
  readonly #seen = new SeenTicks();
  /** Of the newest tick and of the largest number, unless there is an open row: its close is both then. */
  #newestMs = NEVER;
  #newestN = NEVER;
  /** Bucket of the minute that ticks now go into, and of each longer bar around it. */
  #openMs = NEVER;
  #openEndMs = NEVER;
  readonly #bucketMs = new Float64Array(PERIODS.length).fill(NEVER);
  /** Volume of each longer bar without the open minute's. */
  readonly #baseVolume = new Float64Array(PERIODS.length);
  /** Newest n that a server's bar of each period told: ticks up to it are in that bar already. */
  readonly #coveredN = new Float64Array(PERIODS.length).fill(NEVER);
  #coveredMaxN = NEVER;
  /** Row of the open minute while its close is our newest tick and nobody has looked since, or -1: the next tick has only to follow it. */
  #openRow = -1;
  /** The open minute has ticks that the longer bars have not. */
  #unfolded = false;

  /** `barsMax` per period (4 to 100,000) where the default is too much, such as on the server. Throws `RangeError`. */
  constructor(barsMax: readonly number[] = BARS_MAX) {
    this.#tables = PERIODS.map((_, period) => new BarTable(barsMax[period] ?? (BARS_MAX[period] as number)));
    this.#minute = this.#tables[0] as BarTable;
  }

  /** Takes one tick. Returns a bit mask of the periods it touched; 0 when it came twice, too late or makes no sense. */
  tick(timeMs: number, n: number, price: number, volumeUnits: number): number {
    return this.batch(timeMs, n, price, price, price, volumeUnits);
  }

  /**
   * Takes a conflated run: extremes and volume since the run before, close and (time, n) of its last tick. The extremes of a run that
   * opens a minute may belong to the minute before and are left out; the server's own bar brings them.
   */
  batch(timeMs: number, n: number, close: number, high: number, low: number, volumeUnits: number): number {
    // What is rare stands apart, so that this much is small enough for the compiler to put it where it is called from.
    const isSound = timeMs < this.#openEndMs && low <= close && close <= high && volumeUnits >= 0;
    if (!isSound || this.#openRow < 0 || !this.#minute.follow(this.#openRow, timeMs, n, close, high, low, volumeUnits))
      return this.#takeRare(timeMs, n, close, high, low, volumeUnits);
    this.#seen.add(n, timeMs);
    this.taken++;
    return ALL_PERIODS;
  }

  /** Bars in hand. */
  count(period: number): number {
    return this.#folded(period).count;
  }

  /** The bar at a position, with the keys of its open and close; `undefined` outside. */
  bar(period: number, index: number): KeyedBar | undefined {
    const table = this.#folded(period);
    return index >= 0 && index < table.count ? barOf(table, index) : undefined;
  }

  lastBar(period: number): KeyedBar | undefined {
    return this.bar(period, this.count(period) - 1);
  }

  /** Position of the first bar that starts at or after a time; `count` when none does. */
  indexAtOrAfter(period: number, timeMs: number): number {
    return this.#folded(period).indexAtOrAfter(timeMs);
  }

  /** Position of the first bar that changed since the last call for this period; `count` when none did. Bars behind it may be unchanged. */
  changedFrom(period: number): number {
    const table = this.#folded(period);
    const index = table.indexAtOrAfter(table.changedFromMs);
    table.changedFromMs = Number.POSITIVE_INFINITY;
    return index;
  }

  /** Bars from `from` up to and without `to` as fresh columns, ready to transfer; volume as a quantity. */
  columns(period: number, from = 0, to = Number.POSITIVE_INFINITY): CandleColumns {
    const table = this.#folded(period);
    const end = Math.min(to, table.count);
    return columnsOf(table, Math.min(Math.max(0, from), end), end);
  }

  /**
   * The newest bars as a server answered them, ascending: they replace what is in hand from the first of them on; bars in hand behind the
   * last of them stay (a tick opened them meanwhile); bars in hand before the first stay only if the answer touches or overlaps them, since
   * otherwise there may be a hole between. Throws `RangeError` when bars are not ascending or not at the start of a bucket.
   */
  load(period: number, bars: readonly CandleBar[]): void {
    this.#change(period, (table) => placeRows(table, period, bars));
    this.#newestMs = Math.max(this.#newestMs, bars.at(-1)?.timeMs ?? NEVER);
  }

  /**
   * One bar from a server. snapshot: it replaces. Otherwise high and low never shrink, and close and volume older than ours (by n) are
   * left. A tick that comes after a bar with its n or a later one adds no volume to that period: the bar has it.
   */
  mergeBar(period: number, bar: CandleBar, how: { snapshot: boolean }): void {
    this.#change(period, (table) => mergeRow(table, period, bar, how.snapshot));
    this.#newestMs = Math.max(this.#newestMs, bar.timeMs);
    this.#coveredN[period] = Math.max(this.#coveredN[period] as number, bar.n ?? NEVER);
    this.#coveredMaxN = Math.max(this.#coveredMaxN, bar.n ?? NEVER);
  }

  /** Puts older bars (ascending, all before the first in hand) in front, the newest that fit; returns how many. Throws as `load` does. */
  prepend(period: number, bars: readonly CandleBar[]): number {
    return prependRows(this.#folded(period), period, bars);
  }

  /** Bars with their keys, ascending, from a database. Ticks continue where they ended: a number up to the last one in them is never taken again. */
  restore(period: number, bars: readonly KeyedBar[]): void {
    this.#change(period, (table) => {
      placeRows(table, period, bars);
      for (const bar of bars) {
        const row = table.find(bar.timeMs);
        if (row < 0) continue;
        table.set(row, CELL.openMs, bar.openMs);
        table.set(row, CELL.openN, bar.openN);
        table.set(row, CELL.closeMs, bar.closeMs);
        table.set(row, CELL.closeN, bar.closeN);
        if (bar.closeMs > this.#newestMs) this.#newestMs = bar.closeMs;
        this.#newestN = Math.max(this.#newestN, this.#seen.forgetUpTo(Math.max(bar.openN, bar.closeN)));
      }
      table.changedFromMs = Number.POSITIVE_INFINITY;
    });
  }

  /** Forgets the bars of a period; ticks that come build new ones. */
  clear(period: number): void {
    this.#change(period, (table) => table.clear());
  }

  #folded(period: number): BarTable {
    this.#fold();
    const table = this.#tables[period];
    if (!table) throw new RangeError(`period: ${period}, allowed: 0 to ${PERIODS.length - 1}`);
    return table;
  }

  /** Off the common path: any tick but one that follows the newest in its minute. As `batch`. */
  #takeRare(timeMs: number, n: number, close: number, high: number, low: number, volumeUnits: number): number {
    this.#letGo();
    const isNewest = timeMs >= this.#newestMs && n > this.#newestN;
    if (!isNewest && !this.#isTakenLate(timeMs, n)) return 0;
    const isSound = low <= close && close <= high && volumeUnits >= 0 && timeMs < Number.POSITIVE_INFINITY;
    if (!isSound) this.invalid++;
    if (!isSound) return 0;
    this.#seen.add(n, timeMs);
    this.taken++;
    if (timeMs > this.#newestMs) this.#newestMs = timeMs;
    if (n > this.#newestN) this.#newestN = n;
    const row = timeMs >= this.#openEndMs ? -1 : this.#minute.find(this.#openMs);
    if (row >= 0 && timeMs >= this.#openMs && n > this.#coveredMaxN) {
      this.#minute.extend(row, timeMs, n, close, high, low, volumeUnits);
      this.#unfolded = true;
      if (isNewest && this.#minute.get(row, CELL.closeN) === n) this.#openRow = row;
      return ALL_PERIODS;
    }
    if (timeMs < this.#openMs) return this.#takeApart(timeMs, n, close, close, close, volumeUnits);
    if (row >= 0) return this.#takeApart(timeMs, n, close, high, low, volumeUnits);
    this.#openMinute(timeMs);
    if (n <= this.#coveredMaxN) return this.#takeApart(timeMs, n, close, close, close, volumeUnits);
    this.#takeInto(this.#minute, this.#openMs, timeMs, n, close, close, close, volumeUnits);
    this.#unfolded = true;
    return ALL_PERIODS;
  }

  /** Off the common path: decides on a tick that is older than the newest, or whose number is not above the newest. */
  #isTakenLate(timeMs: number, n: number): boolean {
    if (Number.isNaN(timeMs) || Number.isNaN(n)) {
      this.invalid++;
      return false;
    }
    if (n <= this.#newestN && this.#seen.has(n)) {
      this.duplicates++;
      return false;
    }
    if (this.#seen.isForgotten(n) || bucketStart(0, timeMs) + MINUTE_MS + LATENESS_MAX_MS <= this.#newestMs) {
      this.lateDropped++;
      return false;
    }
    return true;
  }

  /** Ticks go into another minute from now on. */
  #openMinute(timeMs: number): void {
    this.#fold();
    this.#openMs = bucketStart(0, timeMs);
    this.#openEndMs = this.#openMs + MINUTE_MS;
    for (let period = 1; period < PERIODS.length; period++) {
      const past = timeMs - (this.#bucketMs[period] as number);
      if (!(past >= 0 && past < (PERIOD_MS[period] as number))) this.#bucketMs[period] = bucketStart(period, timeMs);
    }
    this.#takeBases();
  }

  /** Off the common path: into the bar of every period by itself, without volume where a server's bar has it already. */
  #takeApart(timeMs: number, n: number, price: number, high: number, low: number, volumeUnits: number): number {
    this.#fold();
    let touched = 0;
    for (let period = 0; period < PERIODS.length; period++) {
      const table = this.#tables[period] as BarTable;
      const units = n <= (this.#coveredN[period] as number) ? 0 : volumeUnits;
      if (this.#takeInto(table, bucketStart(period, timeMs), timeMs, n, price, high, low, units)) touched |= 1 << period;
    }
    this.#takeBases();
    return touched;
  }

  #takeInto(table: BarTable, startMs: number, timeMs: number, n: number, price: number, high: number, low: number, units: number): boolean {
    let row = table.find(startMs);
    if (row >= 0) {
      table.extend(row, timeMs, n, price, high, low, units);
      table.touch(startMs);
      return true;
    }
    row = table.insert(startMs);
    if (row < 0) return false;
    table.begin(row, timeMs, n, price, units);
    return true;
  }

  /** Volume of each longer bar without the open minute's, as both stand now. */
  #takeBases(): void {
    const row = this.#minute.find(this.#openMs);
    const minuteVolume = row < 0 ? 0 : this.#minute.get(row, CELL.volume);
    for (let period = 1; period < PERIODS.length; period++) {
      const table = this.#tables[period] as BarTable;
      const at = table.find(this.#bucketMs[period] as number);
      this.#baseVolume[period] = at < 0 ? 0 : table.get(at, CELL.volume) - minuteVolume;
    }
  }

  /** The open row is an ordinary one from here on: what it knew about the newest tick goes where it otherwise stands. */
  #letGo(): void {
    if (this.#openRow < 0) return;
    this.#newestMs = this.#minute.get(this.#openRow, CELL.closeMs);
    this.#newestN = this.#minute.get(this.#openRow, CELL.closeN);
    this.#openRow = -1;
  }

  /** Brings the longer bars up to the open minute. Whoever reads or changes a table comes by here first. */
  #fold(): void {
    this.#letGo();
    if (!this.#unfolded) return;
    this.#unfolded = false;
    const minute = this.#minute;
    const row = minute.find(this.#openMs);
    if (row < 0) return;
    minute.touch(this.#openMs);
    for (let period = 1; period < PERIODS.length; period++) {
      const table = this.#tables[period] as BarTable;
      const startMs = this.#bucketMs[period] as number;
      const at = table.find(startMs);
      if (at >= 0) {
        table.absorb(at, minute, row, (this.#baseVolume[period] as number) + minute.get(row, CELL.volume));
        table.touch(startMs);
        continue;
      }
      const fresh = table.insert(startMs);
      if (fresh >= 0) table.copyRow(fresh, minute, row);
    }
  }

  /** Changes a table from outside: nothing unfolded before, bases true after. */
  #change(period: number, change: (table: BarTable) => void): void {
    const table = this.#folded(period);
    change(table);
    this.#takeBases();
  }
}
