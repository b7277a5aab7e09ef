/**
 * The candle aggregator: ticks of ONE product into bars of every period; the same code in worker and server. It promises that
 * the order of arrival does not matter within `LATENESS_MAX_MS`, that a tick counts once, and that a tick inside a bar allocates nothing.
 * `period` is the id of one. Prices are float64 whose shortest form is the exact decimal; volume counts 10^-8 units (exact to
 * 2^53). `n` orders ticks of one millisecond and names a tick: the same n is the same tick. Where a source has no n, count arrivals.
 * How: a tick goes into its 1-minute bar only; the open minute is folded into the longer bars when somebody reads them, and when
 * the next minute opens. A tick for the minute before goes into the bars of all periods at once. Bars without keys (REST, base
 * pushes): their open stays, any later tick extends them, and only one that a later bar came with refuses a close.
 */
import { CLOSE_MS, CLOSE_N, OPEN_MS, OPEN_N, VOLUME } from './bar-cell.ts';
import { BarTable } from './bar-table.ts';
import { barOf, type CandleBar, type CandleColumns, columnsOf, type KeyedBar } from './candle-bar.ts';
import { mergeRow, placeRows, prependRows } from './candle-merge.ts';
import { LongerBar } from './longer-bar.ts';
import { PERIODS, type PeriodRow } from './period-table.ts';
import { bucketStart } from './periods.ts';
import { SeenTicks } from './seen-ticks.ts';
import { MINUTE_MS } from './time-units.ts';

/** A closed 1-minute bar takes late ticks until the newest tick is so far past its end. */
export const LATENESS_MAX_MS = 5_000;
/** Room for bars that come live, beside those that are kept. A full table forgets its oldest eighth. */
const LIVE_BARS = 5_000;
/** What `tick` answers when a tick was taken: the bits of all periods, by id. */
export const ALL_PERIODS = PERIODS.reduce((mask, { id }) => mask | (1 << id), 0);

/** Id of the minute, which all longer bars are folded from. */
const MINUTE = 0;
const NEVER = Number.NEGATIVE_INFINITY;
/** The last moment that a calendar knows. */
const TIME_MS_MAX = 8.64e15;

export class CandleAggregator {
  /** Ticks taken, ticks that came twice, ticks too late (or too old to tell), ticks with numbers that make no sense. */
  taken = 0;
  duplicates = 0;
  lateDropped = 0;
  invalid = 0;
  /** By id, as everything below that knows periods apart. */
  readonly #tables: BarTable[] = [];
  readonly #ids: readonly number[];
  readonly #minute: BarTable;
  readonly #longer: readonly LongerBar[];
  readonly #seen = new SeenTicks();
  /** Of the newest tick and of the largest number, unless there is an open row: its close is both then. */
  #newestMs = NEVER;
  #newestN = NEVER;
  /** Bucket of the minute that ticks now go into. */
  #openMs = NEVER;
  #openEndMs = NEVER;
  /** Newest n that a server's bar of each period told: ticks up to it are in that bar already. */
  readonly #coveredN: Float64Array;
  #coveredMaxN = NEVER;
  /** Row of the open minute while its close is our newest tick and nobody has looked since, or -1: the next tick has only to follow it. */
  #openRow = -1;
  /** The open minute has ticks that the longer bars have not. */
  #unfolded = false;

  /**
   * `barsMax` of a period (4 to 100,000) where the default is too much, such as on the server; `periods` where not all are wanted, the
   * shortest among them. Throws `RangeError`.
   */
  constructor(barsMax = ({ barsKept }: PeriodRow): number => barsKept + LIVE_BARS, periods: readonly PeriodRow[] = PERIODS) {
    for (const period of periods) this.#tables[period.id] = new BarTable(barsMax(period));
    this.#minute = this.#table(MINUTE);
    this.#ids = periods.map(({ id }) => id);
    this.#longer = periods.filter(({ id }) => id !== MINUTE).map(({ id, bucket }) => new LongerBar(bucket, this.#table(id)));
    this.#coveredN = new Float64Array(this.#tables.length).fill(NEVER);
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
    // What is rare is kept apart, so that this much is small enough for the compiler to put it where it is called from.
    const isSound = timeMs < this.#openEndMs && low <= close && close <= high && volumeUnits >= 0;
    if (!isSound || this.#openRow < 0 || !this.#minute.follow(this.#openRow, timeMs, n, close, high, low, volumeUnits))
      return this.#takeRare(timeMs, n, close, high, low, volumeUnits);
    this.#seen.add(n, timeMs);
    this.taken++;
    return ALL_PERIODS;
  }

  /** Bars held. */
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
   * The newest bars as a server answered them, ascending: they replace what is held from the first of them on; held bars behind the
   * last of them stay (a tick opened them meanwhile); held bars before the first stay only if the answer touches or overlaps them, since
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

  /** Puts older bars (ascending, all before the first held) in front, the newest that fit; returns how many. Throws as `load` does. */
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
        table.set(row, OPEN_MS, bar.openMs);
        table.set(row, OPEN_N, bar.openN);
        table.set(row, CLOSE_MS, bar.closeMs);
        table.set(row, CLOSE_N, bar.closeN);
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
    return this.#table(period);
  }

  #table(period: number): BarTable {
    const table = this.#tables[period];
    if (!table) throw new RangeError(`period: ${period}, allowed: ${Object.keys(this.#tables)}`);
    return table;
  }

  /** Off the common path: any tick but one that follows the newest in its minute. As `batch`. */
  #takeRare(timeMs: number, n: number, close: number, high: number, low: number, volumeUnits: number): number {
    this.#letGo();
    const isNewest = timeMs >= this.#newestMs && n > this.#newestN;
    if (!isNewest && !this.#isTakenLate(timeMs, n)) return 0;
    const isSound = low <= close && close <= high && volumeUnits >= 0 && timeMs <= TIME_MS_MAX;
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
      if (isNewest && this.#minute.get(row, CLOSE_N) === n) this.#openRow = row;
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
    if (this.#seen.isForgotten(n) || bucketStart(MINUTE, timeMs) + MINUTE_MS + LATENESS_MAX_MS <= this.#newestMs) {
      this.lateDropped++;
      return false;
    }
    return true;
  }

  /** Ticks go into another minute from now on. */
  #openMinute(timeMs: number): void {
    this.#fold();
    this.#openMs = bucketStart(MINUTE, timeMs);
    this.#openEndMs = this.#openMs + MINUTE_MS;
    for (const bar of this.#longer) bar.moveTo(timeMs);
    this.#takeBases();
  }

  /** Off the common path: into the bar of every period by itself, without volume where a server's bar has it already. */
  #takeApart(timeMs: number, n: number, price: number, high: number, low: number, volumeUnits: number): number {
    this.#fold();
    let touched = 0;
    for (const period of this.#ids) {
      const units = n <= (this.#coveredN[period] as number) ? 0 : volumeUnits;
      if (this.#takeInto(this.#table(period), bucketStart(period, timeMs), timeMs, n, price, high, low, units)) touched |= 1 << period;
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

  /** Volume of each longer bar without the open minute's, as both are now. */
  #takeBases(): void {
    const row = this.#minute.find(this.#openMs);
    const minuteVolume = row < 0 ? 0 : this.#minute.get(row, VOLUME);
    for (const bar of this.#longer) bar.takeBase(minuteVolume);
  }

  /** The open row is an ordinary one from here on: what it knew about the newest tick goes where it otherwise is. */
  #letGo(): void {
    if (this.#openRow < 0) return;
    this.#newestMs = this.#minute.get(this.#openRow, CLOSE_MS);
    this.#newestN = this.#minute.get(this.#openRow, CLOSE_N);
    this.#openRow = -1;
  }

  /** Brings the longer bars up to the open minute. Anyone who reads or changes a table comes by here first. */
  #fold(): void {
    this.#letGo();
    if (!this.#unfolded) return;
    this.#unfolded = false;
    const minute = this.#minute;
    const row = minute.find(this.#openMs);
    if (row < 0) return;
    minute.touch(this.#openMs);
    for (const bar of this.#longer) bar.fold(minute, row);
  }

  /** Changes a table from outside: nothing unfolded before, bases true after. */
  #change(period: number, change: (table: BarTable) => void): void {
    const table = this.#folded(period);
    change(table);
    this.#takeBases();
  }
}
