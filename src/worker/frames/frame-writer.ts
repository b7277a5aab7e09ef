/** Lays out one frame buffer as `src/protocol/frame.ts` says. It knows slots, not markets; it overwrites only what it counts. */
import type { Money } from '#domain/decimal.ts';
import { ACCOUNT, ESTIMATE, FRAME_BYTES, FRAME_ORDERS_MAX, FRAME_QUOTES_MAX, HEADER, ORDER, QUOTE, SECTION } from '#protocol/frame.ts';
import type { TicketEstimate } from '../account/ticket.ts';

/** What is put where nothing is known: smaller than any amount. */
export const UNKNOWN_MONEY = -1n;

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
    const at = SECTION.estimate;
    this.slots[at + ESTIMATE.price] = estimate.price;
    this.#money[at + ESTIMATE.margin] = estimate.margin ?? UNKNOWN_MONEY;
    this.#money[at + ESTIMATE.fee] = estimate.fee ?? UNKNOWN_MONEY;
    this.#money[at + ESTIMATE.marginLevelAfter] = estimate.marginLevelAfter ?? UNKNOWN_MONEY;
    this.slots[at + ESTIMATE.stopOutBuy] = estimate.stopOutBuy;
    this.slots[at + ESTIMATE.stopOutSell] = estimate.stopOutSell;
    this.slots[at + ESTIMATE.problem] = estimate.problem;
    this.slots[HEADER.estimate] = 1;
  }
}
