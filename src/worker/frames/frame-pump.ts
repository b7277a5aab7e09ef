/**
 * Sends frames to the page: at most one in flight, the page's answer is the acknowledgement and brings the buffer back, and what is
 * not sent yet merges. Pace: a display frame while frames cost the page little, down to 10 a second where they cost much or the page is
 * late for other reasons, 1 a second hidden. No timer runs while nothing has changed.
 */
import type { Frame, Sink } from '#protocol/engine-api.ts';
import { FRAME_BYTES, HEADER } from '#protocol/frame.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

const PACE_MS = { frame: 16, slow: 100, hidden: 1_000 } as const;
/** Up to the first figure frames come at display pace, from the second on at the slow pace, between them in proportion. */
interface Range {
  readonly light: number;
  readonly heavy: number;
}
/** Of the page's main thread, ms that a frame takes. */
const COST: Range = { light: 4, heavy: 8 };
/** Until the page answers, ms: it has other work to do as well. */
const ANSWER: Range = { light: 30, heavy: 50 };
/** What the newest frame counts in the means: one with a page change in it, or one that met a pause of the machine, is no reason to slow down. */
const NEWEST_SHARE = 0.2;

/** How far `ms` lies in the range, 0 to 1. */
const shareOf = (ms: number, { light, heavy }: Range) => Math.min(1, Math.max(0, (ms - light) / (heavy - light)));

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
  /** Mean ms of the page's main thread that a frame takes, as the page says. */
  #costMs = 0;
  /** Mean ms until the page answers a frame. */
  #answerMs = 0;

  constructor(clock: EngineClock, fill: (buffer: ArrayBuffer) => Frame | undefined, warn: (text: string) => void) {
    this.#clock = clock;
    this.#fill = fill;
    this.#warn = warn;
  }

  start(sink: Sink): void {
    this.#sink = sink;
    this.want();
  }

  /** Whether the page takes frames yet. */
  get hasPage(): boolean {
    return this.#sink !== undefined;
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
    const slowness = Math.max(shareOf(this.#costMs, COST), shareOf(this.#answerMs, ANSWER));
    return PACE_MS.frame + slowness * (PACE_MS.slow - PACE_MS.frame);
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
      this.#warn('frame not taken');
      this.#buffer = new ArrayBuffer(FRAME_BYTES);
    }
    this.#weighAnswer(this.#clock.steady() - this.#sentAt);
    this.#schedule();
  }

  /** A hidden page is in no hurry, and one long wait, such as a suspended machine, weighs no more than a slow answer does. */
  #weighAnswer(ms: number): void {
    if (this.visible) this.#answerMs += (Math.min(PACE_MS.slow, ms) - this.#answerMs) * NEWEST_SHARE;
  }

  #takeBack(buffer: ArrayBuffer): void {
    this.#buffer = buffer;
    const costMs = new Float64Array(buffer, 0, HEADER.slots)[HEADER.costMs] as number;
    if (costMs >= 0) this.#costMs += (costMs - this.#costMs) * NEWEST_SHARE;
  }
}
