/**
 * Which sequence numbers of a product were taken already, so that a tick that comes twice counts once. Bounded: it holds what a late
 * tick could still meet, at most `SEEN_MAX` numbers; beyond that it says "forgotten", and a forgotten number is never taken again.
 */

/** Numbers that are remembered at most: 800 ticks a second over the 5 s in which a late tick is taken. */
export const SEEN_MAX = 4_096;
const SEEN_START = 64;
/** A number older than this cannot come again: its minute is closed and past amending (60 s + 5 s). */
const SEEN_MS = 65_000;

/** A number and its time, side by side. */
const PAIR = 2;

const emptyRing = (ticks: number): Float64Array => {
  const ring = new Float64Array(ticks * PAIR);
  for (let at = 0; at < ring.length; at += PAIR) {
    ring[at] = Number.NaN;
    ring[at + 1] = Number.NEGATIVE_INFINITY;
  }
  return ring;
};

export class SeenTicks {
  /** Pairs, the oldest at `#next`; its size is a power of two. An empty place is a number that nobody asks for, of long ago. */
  #ring = emptyRing(SEEN_START);
  #next = 0;
  #forgottenN = Number.NEGATIVE_INFINITY;

  /** Remembers a number that was not seen. It takes the place of the oldest, unless that one is still needed and the maximum allows more. */
  add(n: number, timeMs: number): void {
    const at = this.#next;
    const ring = this.#ring;
    if ((ring[at + 1] as number) > timeMs - SEEN_MS && ring.length < SEEN_MAX * PAIR) {
      this.#grow();
      this.add(n, timeMs);
      return;
    }
    if ((ring[at] as number) > this.#forgottenN) this.#forgottenN = ring[at] as number;
    ring[at] = n;
    ring[at + 1] = timeMs;
    this.#next = (at + PAIR) & (ring.length - 1);
  }

  /** Looks from the newest back. */
  has(n: number): boolean {
    const ring = this.#ring;
    for (let back = PAIR; back <= ring.length; back += PAIR) if (ring[(this.#next - back) & (ring.length - 1)] === n) return true;
    return false;
  }

  /** True when the number is so old that nobody can say whether it was taken. */
  isForgotten(n: number): boolean {
    return n <= this.#forgottenN;
  }

  /** Takes all numbers up to this one as seen: they are in what a database kept. Gives the number up to which all are. */
  forgetUpTo(n: number): number {
    if (Number.isFinite(n) && n > this.#forgottenN) this.#forgottenN = n;
    return this.#forgottenN;
  }

  #grow(): void {
    const ring = this.#ring;
    const wider = emptyRing(ring.length);
    wider.set(ring.subarray(this.#next));
    wider.set(ring.subarray(0, this.#next), ring.length - this.#next);
    this.#next = ring.length;
    this.#ring = wider;
  }
}
