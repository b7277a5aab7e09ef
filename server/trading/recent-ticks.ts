/**
 * The last ticks that the evaluator has judged by. On PostgreSQL a position may be committed after a tick that it must be judged by
 * was looked at: such a position is judged from here.
 */
import type { TapeTick } from '../tape/tape.ts';
import { TickBook } from './tick-book.ts';

/** Ticks kept: about half a minute of a busy market, far longer than any transaction may run. */
const TICKS_MAX = 4_096;

export type JudgedTick = { readonly tick: TapeTick; readonly committedAtMs: number; readonly isOpen: boolean };

export class RecentTicks {
  #ticks: JudgedTick[] = [];

  add(judged: JudgedTick): void {
    this.#ticks.push(judged);
    if (this.#ticks.length > TICKS_MAX * 2) this.#ticks = this.#ticks.slice(-TICKS_MAX);
  }

  /** Ticks after a sequence, in order. */
  after(seq: number): JudgedTick[] {
    return this.#ticks.filter(({ tick }) => tick.seq > seq);
  }

  /** The book as it stood at a sequence: `now` rewound by what is known of the time before. */
  bookAt(seq: number, now: TickBook): TickBook {
    const book = now.copy();
    const earlier = new TickBook();
    for (const { tick, committedAtMs, isOpen } of this.#ticks) {
      if (tick.seq > seq) break;
      earlier.advance(tick, committedAtMs, isOpen);
    }
    for (const productId of new Set(this.#ticks.map(({ tick }) => tick.productId))) {
      const quote = earlier.at(productId);
      if (quote) book.put(productId, quote);
    }
    return book;
  }

  clear(): void {
    this.#ticks = [];
  }
}
