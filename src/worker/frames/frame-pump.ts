/**
 * Sends frames to the page: at most one in flight, the page's answer is the acknowledgement and brings the buffer back, and what is
 * not sent yet merges. Pace: about a display frame while the page answers quickly, 10 a second when it is slow, 1 a second hidden.
 * No timer runs while nothing has changed.
 */
import type { Frame, Sink } from '#protocol/engine-api.ts';
import { FRAME_BYTES } from '#protocol/frame.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

export const PACE_MS = { frame: 16, slow: 100, hidden: 1_000 } as const;
/** A page that takes longer to answer than this, so often in a row, is slow; so often quicker than that, it is fast again. */
const SLOW_ACK_MS = 50;
const SLOW_ACKS = 2;
const FAST_ACK_MS = 30;
const FAST_ACKS = 20;

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
    return this.#isSlow ? PACE_MS.slow : PACE_MS.frame;
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
      this.#buffer = returned instanceof ArrayBuffer && returned.byteLength === FRAME_BYTES ? returned : new ArrayBuffer(FRAME_BYTES);
    } catch {
      this.#warn('the page did not take a frame');
      this.#buffer = new ArrayBuffer(FRAME_BYTES);
    }
    this.#judge(this.#clock.steady() - this.#sentAt);
    this.#schedule();
  }

  #judge(ackMs: number): void {
    this.#slowAcks = ackMs > SLOW_ACK_MS ? this.#slowAcks + 1 : 0;
    this.#fastAcks = ackMs < FAST_ACK_MS ? this.#fastAcks + 1 : 0;
    if (this.#slowAcks >= SLOW_ACKS) this.#isSlow = true;
    if (this.#fastAcks >= FAST_ACKS) this.#isSlow = false;
  }
}
