/**
 * The extremes of one product over the last seconds of the tape, back to any of them. Two lists of what no later price has passed: of a second
 * only its own extreme, so that no list is longer than the longest window in seconds, and most are a few dozen.
 */
import type { Price } from '#domain/decimal.ts';
import { ALERT_WINDOWS_S, type Extremes } from '#domain/price-alert.ts';

/** Nothing older is ever asked for. */
export const WINDOW_S_MAX = Math.max(...ALERT_WINDOWS_S);
/** Entries that are over are cut off when there are so many of them. */
const OVER_MAX = 1_024;

/** Lows, or highs: each entry is less extreme than the one before it, and the first since a second is the extreme since then. */
class Tail {
  readonly #beats: (one: Price, other: Price) => boolean;
  #seconds: number[] = [];
  #prices: Price[] = [];
  #first = 0;

  constructor(beats: (one: Price, other: Price) => boolean) {
    this.#beats = beats;
  }

  add(second: number, price: Price): void {
    const [seconds, prices] = [this.#seconds, this.#prices];
    while (prices.length > this.#first && !this.#beats(prices.at(-1) as Price, price)) {
      seconds.pop();
      prices.pop();
    }
    // A less extreme price of the same second is over as soon as that second is.
    if (prices.length > this.#first && seconds.at(-1) === second) return;
    seconds.push(second);
    prices.push(price);
  }

  forgetBefore(second: number): void {
    while (this.#first < this.#seconds.length && (this.#seconds[this.#first] as number) < second) this.#first++;
    if (this.#first < OVER_MAX) return;
    this.#seconds = this.#seconds.slice(this.#first);
    this.#prices = this.#prices.slice(this.#first);
    this.#first = 0;
  }

  /** The extreme of that second and all later ones. */
  since(second: number): Price | undefined {
    let [low, high] = [this.#first, this.#seconds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seconds[middle] as number) < second) low = middle + 1;
      else high = middle;
    }
    return this.#prices[low];
  }
}

export class ExtremesWindow {
  readonly #lows = new Tail((one, other) => one < other);
  readonly #highs = new Tail((one, other) => one > other);

  /** A tick; seconds never go back. */
  add(second: number, price: Price): void {
    for (const tail of [this.#lows, this.#highs]) {
      tail.add(second, price);
      tail.forgetBefore(second - WINDOW_S_MAX + 1);
    }
  }

  /** Over all ticks of that second and later ones; `undefined` where there was none. `second` may not lie further back than the longest window. */
  since(second: number): Extremes | undefined {
    const [low, high] = [this.#lows.since(second), this.#highs.since(second)];
    return low === undefined || high === undefined ? undefined : { low, high };
  }
}
