/** Ticks that wait for their commit. Bounded: when a database stalls, confirms go first, oldest first, then the oldest tick. */
import type { HeardTick } from './tape.ts';

/** About half a minute of the demo market. */
const QUEUE_TICKS_MAX = 5_000;

export class TickQueue {
  /** Ticks and confirms that found no room. */
  dropped = 0;
  #ticks: HeardTick[] = [];
  readonly #ticksMax: number;

  constructor(ticksMax: number = QUEUE_TICKS_MAX) {
    this.#ticksMax = ticksMax;
  }

  get length(): number {
    return this.#ticks.length;
  }

  /** Appends a tick; `busy` at the front are being committed and stay. */
  push(tick: HeardTick, busy: number): void {
    if (this.#ticks.length >= this.#ticksMax) {
      const confirm = this.#ticks.findIndex((waiting, at) => at >= busy && waiting.tick.confirm);
      this.#ticks.splice(confirm < 0 ? busy : confirm, 1);
      this.dropped++;
    }
    this.#ticks.push(tick);
  }

  /** The oldest ticks, left in the queue until `shift`. */
  peek(countMax: number): HeardTick[] {
    return this.#ticks.slice(0, countMax);
  }

  /** Forgets the oldest ticks: they are committed. */
  shift(count: number): void {
    this.#ticks.splice(0, count);
  }
}
