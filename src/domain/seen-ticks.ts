/**
 * Which sequence numbers of a product were taken already, so that a tick that comes twice counts once. Bounded: it holds what a late
 * tick could still meet, at most `SEEN_MAX` numbers; beyond that it says "forgotten", and a forgotten number is never taken again.
 */

/** Numbers that are remembered at most: 800 ticks a second over the 5 s in which a late tick is taken. */
export const SEEN_MAX = 4_096;
const SEEN_START = 64;
/** A number older than this cannot come again: its minute is closed and past amending (60 s + 5 s). */
const SEEN_MS = 65_000;

export class SeenTicks {
  /** Largest number taken so far. */
  newestN = Number.NEGATIVE_INFINITY;
  #n = new Float64Array(SEEN_START);
  #timeMs = new Float64Array(SEEN_START);
  #next = 0;
  #count = 0;
  #forgottenN = Number.NEGATIVE_INFINITY;

  /** Remembers a number that was not seen. */
  add(n: number, timeMs: number): void {
    if (n > this.newestN) this.newestN = n;
    if (this.#count === this.#n.length) this.#makeRoom(timeMs);
    else this.#count++;
    this.#n[this.#next] = n;
    this.#timeMs[this.#next] = timeMs;
    this.#next = this.#next + 1 === this.#n.length ? 0 : this.#next + 1;
  }

  has(n: number): boolean {
    if (n > this.newestN) return false;
    let at = this.#next;
    for (let left = this.#count; left > 0; left--) {
      at = at === 0 ? this.#n.length - 1 : at - 1;
      if (this.#n[at] === n) return true;
    }
    return false;
  }

  /** True when the number is so old that nobody can say whether it was taken. */
  isForgotten(n: number): boolean {
    return n <= this.#forgottenN;
  }

  /** Takes all numbers up to this one as seen: they are in what a database kept. */
  forgetUpTo(n: number): void {
    if (!Number.isFinite(n)) return;
    if (n > this.#forgottenN) this.#forgottenN = n;
    if (n > this.newestN) this.newestN = n;
  }

  /** The ring is full: forget the oldest number, or grow when it is still needed and the maximum allows. */
  #makeRoom(timeMs: number): void {
    const oldest = this.#next;
    if ((this.#timeMs[oldest] as number) > timeMs - SEEN_MS && this.#n.length < SEEN_MAX) {
      this.#grow();
      this.#count++;
      return;
    }
    this.#forgottenN = Math.max(this.#forgottenN, this.#n[oldest] as number);
  }

  #grow(): void {
    const unrolled = (ring: Float64Array) => {
      const wider = new Float64Array(ring.length * 2);
      wider.set(ring.subarray(this.#next));
      wider.set(ring.subarray(0, this.#next), ring.length - this.#next);
      return wider;
    };
    const count = this.#count;
    this.#n = unrolled(this.#n);
    this.#timeMs = unrolled(this.#timeMs);
    this.#next = count;
  }
}
