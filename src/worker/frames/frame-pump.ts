/**
 * Sends frames to the page: at most one in flight, the page's answer is the acknowledgement and brings the buffer back, and what is
 * not sent yet merges. Pace: a display frame while frames cost the page little, down to 10 a second where they cost much or the page is
 * late for other reasons, 1 a second hidden. No timer runs while nothing has changed.
 */
import type { Frame, Sink } from '#protocol/engine-api.ts';
import { FRAME_BYTES, HEADER } from '#protocol/frame.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

const PACE_MS = { frame: 16, slow: 100, hidden: 1_000 } as const;
/** A page that takes longer to answer than this, so often in a row, is slow; so often quicker than that, it is fast again. */
const SLOW_ACK_MS = 50;
const SLOW_ACKS = 2;
const FAST_ACK_MS = 30;
const FAST_ACKS = 20;
/** A frame that costs the page so little may come with every display frame; from the other figure on it comes at the slow pace. */
const CHEAP_MS = 4;
const DEAR_MS = 8;
/** What the newest frame counts in the mean cost: one with a page change in it is no reason to slow down. */
const NEWEST_SHARE = 0.2;

export class FramePump {
  /** Frames sent since the start. */
  sent = 0;
  visible = true;
  readonly #clock: EngineClock;
  /** Fills a buffer with what has changed; `undefined` when nothing has. */
  readonly #fill: (buffer: ArrayBuffer) => Frame | undefined;
  readonly #warn: (text: string) => void;
  #sink: Sink | undefined;
  #buffer: ArrayBuffer | undefined = new ArrayBuffer(FRAME_BYTES);
  #wanted = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  #stopTimer: Stop | undefined;
  #isSlow = false;
  #slowAcks = 0;
  #fastAcks = 0;
  /** Mean ms of the page's main thread that a frame takes, as the page says. */
  #costMs = 0;

  constructor(clock: EngineClock, fill: (buffer: ArrayBuffer) => Frame | undefined, warn: (text: string) => void) {
    this.#clock = clock;
    this.#fill = fill;
    this.#warn = warn;
  }

  start(sink: Sink): void {
    this.#sink = sink;
    this.want();
  }

  /** Something changed; a frame goes as soon as the pace and the page allow. */
  want(): void {
    this.#wanted = true;
    this.#schedule();
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#schedule();
  }

  get paceMs(): number {
    if (!this.visible) return PACE_MS.hidden;
    if (this.#isSlow) return PACE_MS.slow;
    const dearness = Math.min(1, Math.max(0, (this.#costMs - CHEAP_MS) / (DEAR_MS - CHEAP_MS)));
    return PACE_MS.frame + dearness * (PACE_MS.slow - PACE_MS.frame);
  }

  #schedule(): void {
    if (!this.#wanted || !this.#sink || !this.#buffer || this.#stopTimer) return;
    const waitMs = this.#sentAt + this.paceMs - this.#clock.steady();
    // Even a frame that is due waits for the task that is running, so that a burst of changes is one frame.
    this.#stopTimer = this.#clock.after(Math.max(0, waitMs), () => {
      this.#stopTimer = undefined;
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    const buffer = this.#buffer;
    if (!buffer || !this.#sink) return;
    this.#wanted = false;
    const frame = this.#fill(buffer);
    if (!frame) return;
    this.#buffer = undefined;
    this.sent++;
    this.#sentAt = this.#clock.steady();
    try {
      const returned = await this.#sink(frame);
      if (returned instanceof ArrayBuffer && returned.byteLength === FRAME_BYTES) this.#takeBack(returned);
      else this.#buffer = new ArrayBuffer(FRAME_BYTES);
    } catch {
      this.#warn('the page did not take a frame');
      this.#buffer = new ArrayBuffer(FRAME_BYTES);
    }
    this.#judge(this.#clock.steady() - this.#sentAt);
    this.#schedule();
  }

  #takeBack(buffer: ArrayBuffer): void {
    this.#buffer = buffer;
    const costMs = new Float64Array(buffer, 0, HEADER.slots)[HEADER.costMs] as number;
    if (costMs >= 0) this.#costMs += (costMs - this.#costMs) * NEWEST_SHARE;
  }

  #judge(ackMs: number): void {
    this.#slowAcks = ackMs > SLOW_ACK_MS ? this.#slowAcks + 1 : 0;
    this.#fastAcks = ackMs < FAST_ACK_MS ? this.#fastAcks + 1 : 0;
    if (this.#slowAcks >= SLOW_ACKS) this.#isSlow = true;
    if (this.#fastAcks >= FAST_ACKS) this.#isSlow = false;
  }
}
