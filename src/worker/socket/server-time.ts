/**
 * The server's time minus our steady count, so that a clock of ours that is set changes nothing: the median of the 3 fastest of the last 8 pongs; before the first one, the `Date`
 * header of REST.
 */

const SAMPLES_MAX = 8;
const FASTEST = 3;
/** A `Date` header cuts the fraction of a second off; half of it is lost on average. */
const HEADER_CUT_MS = 500;
const PINGS_MAX = 16;
/** No answer takes longer and is still used. */
const TRIP_MS_MAX = 10_000;

export class ServerTime {
  /** ms to add to our steady count. */
  offsetMs = 0;
  /** True once anything was measured. */
  isKnown = false;
  #samples: { tripMs: number; offsetMs: number }[] = [];
  /** Steady ms at which pings left, by their id. */
  #pings = new Map<number, number>();

  /** Notes that a ping with this id leaves now. */
  sent(id: number, steadyMs: number): void {
    this.#pings.set(id, steadyMs);
    if (this.#pings.size > PINGS_MAX) this.#pings.delete(this.#pings.keys().next().value as number);
  }

  /** The pong of a ping; `serverMs` NaN where the back end does not tell its time. */
  answered(id: number, serverMs: number, steadyMs: number): void {
    const sentMs = this.#pings.get(id);
    this.#pings.delete(id);
    if (sentMs === undefined || Number.isNaN(serverMs)) return;
    const tripMs = Math.max(0, steadyMs - sentMs);
    this.#samples.push({ tripMs, offsetMs: serverMs - (sentMs + tripMs / 2) });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
    const fastest = [...this.#samples].sort((a, b) => a.tripMs - b.tripMs).slice(0, FASTEST);
    const offsets = fastest.map((sample) => sample.offsetMs).sort((a, b) => a - b);
    this.offsetMs = offsets[offsets.length >> 1] as number;
    this.isKnown = true;
  }

  /** A `Date` header that has just come, used only while no pong has told better. `tripMs`: by a clock that may have been set meanwhile. */
  header(date: { serverMs: number; tripMs: number; steadyMs: number }): void {
    if (this.#samples.length > 0) return;
    const tripMs = Math.min(Math.max(0, date.tripMs), TRIP_MS_MAX);
    this.offsetMs = date.serverMs + HEADER_CUT_MS - (date.steadyMs - tripMs / 2);
    this.isKnown = true;
  }

  /** A new connection: the steady count of some machines stands still while they sleep, so what was measured before counts no more. */
  begin(): void {
    this.#samples = [];
    this.#pings.clear();
  }
}
