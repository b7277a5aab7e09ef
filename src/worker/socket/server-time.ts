/** The server's clock minus ours: the median of the 3 fastest of the last 8 pongs; before the first one, the `Date` header of REST. */

const SAMPLES_MAX = 8;
const FASTEST = 3;
/** A `Date` header cuts the fraction of a second off; half of it is lost on average. */
const HEADER_CUT_MS = 500;
const PINGS_MAX = 16;

export class ServerTime {
  /** ms to add to our wall clock. */
  offsetMs = 0;
  /** True once anything was measured. */
  isKnown = false;
  #samples: { tripMs: number; offsetMs: number }[] = [];
  #pings = new Map<number, { wallMs: number; steadyMs: number }>();

  /** Notes that a ping with this id leaves now. */
  sent(id: number, at: { wallMs: number; steadyMs: number }): void {
    this.#pings.set(id, at);
    if (this.#pings.size > PINGS_MAX) this.#pings.delete(this.#pings.keys().next().value as number);
  }

  /** The pong of a ping; `serverMs` NaN where the back end does not tell its time. */
  answered(id: number, serverMs: number, steadyMs: number): void {
    const ping = this.#pings.get(id);
    this.#pings.delete(id);
    if (!ping || Number.isNaN(serverMs)) return;
    const tripMs = Math.max(0, steadyMs - ping.steadyMs);
    this.#samples.push({ tripMs, offsetMs: serverMs - (ping.wallMs + tripMs / 2) });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
    const fastest = [...this.#samples].sort((a, b) => a.tripMs - b.tripMs).slice(0, FASTEST);
    const offsets = fastest.map((sample) => sample.offsetMs).sort((a, b) => a - b);
    this.offsetMs = offsets[offsets.length >> 1] as number;
    this.isKnown = true;
  }

  /** A `Date` header, used only while no pong has told better. */
  header(date: { serverMs: number; sentAtMs: number; receivedAtMs: number }): void {
    if (this.#samples.length > 0) return;
    this.offsetMs = date.serverMs + HEADER_CUT_MS - (date.sentAtMs + date.receivedAtMs) / 2;
    this.isKnown = true;
  }
}
