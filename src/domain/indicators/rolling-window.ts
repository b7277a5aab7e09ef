/**
 * Mean and variance of the last `size` values in constant time. Sums are of deviations from an anchor inside the window, and are built
 * anew once per turn of the ring: so neither a large price nor a long history costs digits.
 */

export class RollingWindow {
  readonly #size: number;
  /** The finished values, all but the newest of a window. */
  readonly #kept: Float64Array;
  #count = 0;
  #at = 0;
  #anchor = 0;
  #sum = 0;
  #squares = 0;

  constructor(size: number) {
    this.#size = size;
    this.#kept = new Float64Array(size - 1);
  }

  /** Mean of the window that ends with `value`; NaN while there are too few. */
  mean(value: number): number {
    if (this.#count < this.#kept.length) return Number.NaN;
    return this.#anchor + (this.#sum + value - this.#anchor) / this.#size;
  }

  /** Standard deviation of the window that ends with `value`, over all of it (divided by `size`, not by `size - 1`). */
  deviation(value: number): number {
    if (this.#count < this.#kept.length) return Number.NaN;
    const newest = value - this.#anchor;
    const mean = (this.#sum + newest) / this.#size;
    return Math.sqrt(Math.max(0, (this.#squares + newest * newest) / this.#size - mean * mean));
  }

  keep(value: number): void {
    const kept = this.#kept;
    if (kept.length === 0) return;
    if (this.#count === kept.length) this.#take(-1, kept[this.#at] as number);
    else this.#count++;
    kept[this.#at] = value;
    this.#at = (this.#at + 1) % kept.length;
    if (this.#at === 0) this.#rebuild(value);
    else this.#take(1, value);
  }

  #take(sign: 1 | -1, value: number): void {
    const deviation = value - this.#anchor;
    this.#sum += sign * deviation;
    this.#squares += sign * deviation * deviation;
  }

  /** Once per turn: rounding errors end here, and the anchor follows the market. */
  #rebuild(anchor: number): void {
    this.#anchor = anchor;
    this.#sum = 0;
    this.#squares = 0;
    for (let at = 0; at < this.#count; at++) this.#take(1, this.#kept[at] as number);
  }
}
