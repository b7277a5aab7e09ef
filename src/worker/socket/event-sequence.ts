/**
 * Events of one user in their gapless order (ext). Topics are replayed one after another, so a number may be missing for a moment:
 * events wait for it. A number that stays away, a refused recovery or a new epoch is a loss, and a loss is told, so that REST is read
 * again. It promises that no event is handed on twice or before an earlier one.
 */
import type { UserEvent } from '#protocol/received.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';

/** So long a missing number may stay away. */
export const HOLE_WAIT_MS = 1_500;
/** Events that wait for a missing number; more is a loss. */
export const WAITING_MAX = 400;

export class EventSequence {
  readonly #clock: EngineClock;
  readonly #deliver: (event: UserEvent) => void;
  readonly #onLoss: () => void;
  #epoch = '';
  /** Last number handed on; -1 before the first position is known. */
  #seq = -1;
  #waiting = new Map<number, UserEvent>();
  #stopHole: Stop | undefined;

  constructor(clock: EngineClock, deliver: (event: UserEvent) => void, onLoss: () => void) {
    this.#clock = clock;
    this.#deliver = deliver;
    this.#onLoss = onLoss;
  }

  /** The position to ask recovery from; `undefined` before there is one. */
  get position(): { epoch: string; seq: number } | undefined {
    return this.#seq < 0 ? undefined : { epoch: this.#epoch, seq: this.#seq };
  }

  /** Another user: nothing of the one before counts. */
  reset(): void {
    this.#epoch = '';
    this.#seq = -1;
    this.#clearWaiting();
  }

  /** The answer to a subscription: where the server stands, and whether it will replay what was missed. */
  acknowledged(ack: { epoch: string; seq: number; recovered: boolean | undefined }): void {
    if (Number.isNaN(ack.seq)) return;
    const isNew = this.#seq < 0;
    const isSame = ack.epoch === this.#epoch && ack.seq >= this.#seq;
    if (!isNew && isSame && ack.recovered) return;
    this.#epoch = ack.epoch;
    this.#seq = !isNew && isSame ? Math.max(this.#seq, ack.seq) : ack.seq;
    for (const seq of this.#waiting.keys()) if (seq <= this.#seq) this.#waiting.delete(seq);
    if (!isNew && (!isSame || ack.recovered === false)) this.#onLoss();
    this.#drain();
  }

  take(event: UserEvent): void {
    if (Number.isNaN(event.seq)) {
      this.#deliver(event);
    } else if (event.seq > this.#seq) {
      this.#waiting.set(event.seq, event);
      if (this.#waiting.size > WAITING_MAX) this.#giveUp();
      else this.#drain();
    }
  }

  #drain(): void {
    if (this.#seq < 0) return;
    for (let next = this.#waiting.get(this.#seq + 1); next; next = this.#waiting.get(this.#seq + 1)) {
      this.#waiting.delete(next.seq);
      this.#seq = next.seq;
      this.#deliver(next);
    }
    if (this.#waiting.size === 0) this.#clearWaiting();
    else this.#stopHole ??= this.#clock.after(HOLE_WAIT_MS, () => this.#giveUp());
  }

  /** What is missing will not come: hand on what is here, in order, and tell the loss. */
  #giveUp(): void {
    const events = [...this.#waiting.values()].sort((a, b) => a.seq - b.seq);
    this.#clearWaiting();
    for (const event of events) {
      this.#seq = event.seq;
      this.#deliver(event);
    }
    this.#onLoss();
  }

  #clearWaiting(): void {
    this.#stopHole?.();
    this.#stopHole = undefined;
    this.#waiting.clear();
  }
}
