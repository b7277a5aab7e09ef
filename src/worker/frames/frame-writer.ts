/** Lays out one frame buffer as `src/protocol/frame.ts` says. It knows slots, not markets; it overwrites only what it counts. */
import type { Money } from '#domain/decimal.ts';
import { ACCOUNT, FRAME_BYTES, FRAME_ORDERS_MAX, FRAME_QUOTES_MAX, HEADER, ORDER, QUOTE, SECTION } from '#protocol/frame.ts';
import type { TicketEstimate } from '../account/ticket.ts';
import { writeTicket } from '../account/ticket-slots.ts';

export type QuoteSlot = {
  readonly productId: number;
  readonly close: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly change: number;
  readonly timeMs: number;
  readonly state: number;
};

export class FrameWriter {
  readonly slots: Float64Array;
  readonly #money: BigInt64Array;
  #quotes = 0;
  #orders = 0;

  constructor(buffer: ArrayBuffer) {
    this.slots = new Float64Array(buffer, 0, FRAME_BYTES / 8);
    this.#money = new BigInt64Array(buffer, 0, FRAME_BYTES / 8);
    this.slots.fill(0, 0, HEADER.slots);
  }

  header(slot: number, value: number): void {
    this.slots[slot] = value;
  }

  /** False when the section is full: the row waits for the next frame. */
  quote(row: QuoteSlot): boolean {
    if (this.#quotes >= FRAME_QUOTES_MAX) return false;
    const at = SECTION.quotes + this.#quotes++ * QUOTE.slots;
    this.slots[at + QUOTE.productId] = row.productId;
    this.slots[at + QUOTE.close] = row.close;
    this.slots[at + QUOTE.open] = row.open;
    this.slots[at + QUOTE.high] = row.high;
    this.slots[at + QUOTE.low] = row.low;
    this.slots[at + QUOTE.change] = row.change;
    this.slots[at + QUOTE.timeMs] = row.timeMs;
    this.slots[at + QUOTE.state] = row.state;
    this.slots[HEADER.quotes] = this.#quotes;
    return true;
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
