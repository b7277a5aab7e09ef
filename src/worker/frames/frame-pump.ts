/**
 * Sends frames to the page: at most one in flight, the page's answer is the acknowledgement and brings the buffer back, and what is
 * not sent yet merges. Pace: a display frame while frames cost the page little, down to 10 a second where they cost much or the page is
 * late for other reasons, 1 a second hidden (decision D9.502). No timer runs while nothing has changed.
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
/** Of the page's main thread, ms that a frame takes: between a quarter and a sixth of its time at that pace. */
const COST: Range = { light: 4, heavy: 16 };
/** Until the page answers, ms: it has other work to do as well. */
const ANSWER: Range = { light: 30, heavy: 50 };
/**
 * Of the last answers, sorted from the least, the one at this share counts: a page is slow where two of three say so. It measures by the wall, so
 * that the time in which another process had its core is in some of its answers, and much of it in few; the work of a slow page is in all of
 * them. A mean would take the one for the other, and the middle answer would change sides with every few of them.
 */
const ANSWERS_MAX = 15;
const COUNTED_SHARE = 4 / 15;
/** Before so many have come a page counts as quick, since the first two frames of any page cost much. */
const ANSWERS_MIN = 3;

/** How far the one that counts lies in the range, 0 to 1. */
function shareOf(last: readonly number[], { light, heavy }: Range): number {
  if (last.length < ANSWERS_MIN) return 0;
  const counted = [...last].sort((a, b) => a - b)[Math.floor(last.length * COUNTED_SHARE)] as number;
  return Math.min(1, Math.max(0, (counted - light) / (heavy - light)));
}

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
  /** ms of the page's main thread that the last frames took, as the page says, the newest last. */
  readonly #costsMs: number[] = [];
  /** ms until the page answered them. */
  readonly #answersMs: number[] = [];

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
    const slowness = Math.max(shareOf(this.#costsMs, COST), shareOf(this.#answersMs, ANSWER));
    return PACE_MS.frame + slowness * (PACE_MS.slow - PACE_MS.frame);
  }

  #schedule(): void {
    if (!this.#wanted || !this.#sink || !this.#buffer || this.#stopTimer) return;
    const { paceMs } = this;
    // A clock that was set back must not hold up a frame for as long.
    const waitMs = Math.min(paceMs, this.#sentAt + paceMs - this.#clock.steady());
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
      if (returned instanceof ArrayBuffer && returned.byteLength === FRAME_BYTES) this.#buffer = returned;
    } catch {
      this.#warn('frame not taken');
    }
    this.#buffer ??= new ArrayBuffer(FRAME_BYTES);
    this.#weigh(this.#costsMs, new Float64Array(this.#buffer)[HEADER.costMs] as number);
    this.#weigh(this.#answersMs, this.#clock.steady() - this.#sentAt);
    this.#schedule();
  }

  /** A hidden page is in no hurry, and paints nothing. What is no length of time says nothing of the pace: one alone would end it. */
  #weigh(last: number[], ms: number): void {
    if (this.visible && ms >= 0 && last.push(ms) > ANSWERS_MAX) last.shift();
  }
}
