/** Lays out one frame buffer as `src/protocol/frame.ts` says. It knows slots, not markets; it overwrites only what it counts. */
import type { Money } from '#domain/decimal.ts';
import { ACCOUNT, FRAME_BYTES, FRAME_ORDERS_MAX, HEADER, ORDER, SECTION } from '#protocol/frame.ts';
import type { TicketEstimate } from '../account/ticket.ts';
import { writeTicket } from '../account/ticket-slots.ts';

export class FrameWriter {
  readonly slots: Float64Array;
  readonly #money: BigInt64Array;
  #orders = 0;

  constructor(buffer: ArrayBuffer) {
    this.slots = new Float64Array(buffer, 0, FRAME_BYTES / 8);
    this.#money = new BigInt64Array(buffer, 0, FRAME_BYTES / 8);
    this.slots.fill(0, 0, HEADER.slots);
  }

  header(slot: number, value: number): void {
    this.slots[slot] = value;
  }

  /** False when the section is full. */
  order(row: { id: number; price: number; profit: Money }): boolean {
    if (this.#orders >= FRAME_ORDERS_MAX) return false;
    const at = SECTION.orders + this.#orders++ * ORDER.slots;
    this.slots[at + ORDER.id] = row.id;
    this.slots[at + ORDER.price] = row.price;
    this.#money[at + ORDER.profit] = row.profit;
    this.slots[HEADER.orders] = this.#orders;
    return true;
  }

  account(section: readonly bigint[]): void {
    for (let slot = 0; slot < ACCOUNT.slots; slot++) this.#money[SECTION.account + slot] = section[slot] ?? 0n;
    this.slots[HEADER.account] = 1;
  }

  estimate(estimate: TicketEstimate): void {
    writeTicket(this.slots, this.#money, estimate);
    this.slots[HEADER.estimate] = 1;
  }
}
