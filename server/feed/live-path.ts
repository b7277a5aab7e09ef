/**
 * The live prices of one product, one tick after another: each goes forward from the one before it by a symmetric move whose law is public
 * and whose draw is not. Nothing of a later tick is decided before it is taken, and nothing but the last price is carried on.
 */
import { HOUR_MS } from '#domain/time-units.ts';
import type { LiveMarket } from './live-market.ts';
import type { SecretStream } from './secret-stream.ts';
import type { StepTick } from './split-minute.ts';
import { stepOf } from './step-law.ts';

type Options = {
  readonly market: LiveMarket;
  /** Read by this path alone, in the order of its ticks. */
  readonly random: SecretStream;
  /** Multiplies the number of ticks, never how far they go in a time. */
  readonly speed: number;
  /** The price that was shown last, in steps, and when. */
  readonly steps: number;
  readonly shownMs: number;
  /** No tick comes before this. */
  readonly fromMs: number;
};

export class LivePath {
  readonly #market: LiveMarket;
  readonly #random: SecretStream;
  readonly #speed: number;
  #steps: number;
  #shownMs: number;
  /** The next tick does not follow the one before it in the next slot. */
  #isAfterPause = true;
  #hourMs = 0;
  #ticksPerHour = 1;
  #slot = 0;
  #nextMs = 0;
  /** Where in its slot the next tick lies, from 0 to 1. */
  #offset: number;

  constructor({ market, random, speed, steps, shownMs, fromMs }: Options) {
    this.#market = market;
    this.#random = random;
    this.#speed = speed;
    this.#steps = steps;
    this.#shownMs = shownMs;
    this.#offset = random.uniform();
    this.#seek(fromMs);
  }

  /** The price that was taken last, in steps. */
  get steps(): number {
    return this.#steps;
  }

  /** When the next tick comes. */
  get nextMs(): number {
    return this.#nextMs;
  }

  /** Leaves out the ticks before a time. */
  skipTo(fromMs: number): void {
    if (this.#nextMs >= fromMs) return;
    this.#isAfterPause = true;
    this.#seek(fromMs);
  }

  /** What was shown last is not what was taken last: the path goes on from there, as after a pause. */
  continueFrom(steps: number, shownMs: number): void {
    this.#steps = steps;
    this.#shownMs = shownMs;
    this.#isAfterPause = true;
  }

  /** The next tick. */
  take(): StepTick {
    const timeMs = this.#nextMs;
    const law = this.#isAfterPause
      ? this.#market.pauseLaw(this.#steps, timeMs, timeMs - this.#shownMs)
      : this.#market.tickLaw(this.#steps, timeMs, this.#speed);
    const size = this.#random.uniform();
    const word = this.#random.word();
    // Three draws of their own from one word: a coin, a volume, and whether the volume's fraction counts.
    const isUp = (word & 1) === 1;
    const volume = 2 * this.#market.tickVolume(timeMs, this.#speed) * ((word >>> 17) / 32_768) + ((word >>> 1) & 65_535) / 65_536;
    this.#steps += stepOf(law, size, isUp);
    this.#shownMs = timeMs;
    this.#isAfterPause = false;
    this.#offset = this.#random.uniform();
    this.#toSlot(this.#slot + 1);
    return { timeMs, steps: this.#steps, volume: Math.floor(volume) };
  }

  /** Puts the next tick into the first slot in which it does not come before a time. */
  #seek(fromMs: number): void {
    this.#toHour(Math.floor(fromMs / HOUR_MS) * HOUR_MS);
    this.#toSlot(Math.floor(((fromMs - this.#hourMs) * this.#ticksPerHour) / HOUR_MS));
    if (this.#nextMs < fromMs) this.#toSlot(this.#slot + 1);
  }

  #toHour(hourMs: number): void {
    this.#hourMs = hourMs;
    this.#ticksPerHour = this.#market.ticksPerHour(hourMs, this.#speed);
  }

  #toSlot(slot: number): void {
    this.#slot = slot;
    if (slot >= this.#ticksPerHour) {
      this.#toHour(this.#hourMs + HOUR_MS);
      this.#slot = 0;
    }
    this.#nextMs = this.#hourMs + Math.floor(((this.#slot + this.#offset) * HOUR_MS) / this.#ticksPerHour);
  }
}
