/**
 * All openings of micro trades of one duration that ticks would have allowed, in the order of time: each opens at the newest tick of its moment and
 * ends at the last one up to its expiry (decision D9.18), as the server does it.
 */
/** Ticks in the order of their times. */
export type TickColumns = { readonly times: Float64Array; readonly prices: Float64Array };
/** Called for openings in [from, to) at the tick `at`, all of which end at one tick. `move`: 1 where that is above, -1 below, 0 a tie. */
type Visit = (at: number, fromMs: number, toMs: number, move: number) => void;

export class WindowSweep {
  readonly #ticks: TickColumns;
  readonly #lengthMs: number;
  readonly #holeMs: number;
  readonly #freshMs: number;
  /** Next tick to open at, tick that ends what was looked at last, last tick before the market closes. */
  #at = 0;
  #end = 0;
  #close = 0;

  /** `holeMs`: without a tick for longer than this the market is closed. `freshMs`: so long after a tick a trade may open at it. */
  constructor(ticks: TickColumns, { lengthMs, holeMs, freshMs }: { lengthMs: number; holeMs: number; freshMs: number }) {
    this.#ticks = ticks;
    this.#lengthMs = lengthMs;
    this.#holeMs = holeMs;
    this.#freshMs = freshMs;
  }

  /** Visits the openings at ticks up to before one, from where the last call stopped. None is allowed at a tick that is stale, and none that ends after the close. */
  visitUpTo(upTo: number, visit: Visit): void {
    const { times } = this.#ticks;
    for (; this.#at < Math.min(upTo, times.length - 1); this.#at++) {
      const startMs = times[this.#at] as number;
      this.#close = Math.max(this.#close, this.#at);
      while (this.#close + 1 < times.length && this.#gapAfter(this.#close) <= this.#holeMs) this.#close++;
      const closeMs = times[this.#close] as number;
      const stopMs = Math.min(times[this.#at + 1] as number, startMs + this.#freshMs, closeMs - this.#lengthMs);
      this.#visitFrom(startMs, stopMs, visit);
    }
  }

  #visitFrom(startMs: number, stopMs: number, visit: Visit): void {
    const { times, prices } = this.#ticks;
    for (let fromMs = startMs; fromMs < stopMs; ) {
      while ((times[this.#end + 1] as number) <= fromMs + this.#lengthMs) this.#end++;
      const toMs = Math.min(stopMs, (times[this.#end + 1] as number) - this.#lengthMs);
      visit(this.#at, fromMs, toMs, Math.sign((prices[this.#end] as number) - (prices[this.#at] as number)));
      fromMs = toMs;
    }
  }

  #gapAfter(at: number): number {
    return (this.#ticks.times[at + 1] as number) - (this.#ticks.times[at] as number);
  }
}
