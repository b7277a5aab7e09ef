/**
 * Gathers what the page watches and what of it changed since the last frame. Only rows on screen are ever written; a row is written
 * when one of its figures differs from what the page has. It draws nothing and keeps no market data of its own.
 */
import { decimalFromWire, type Ratio } from '#domain/decimal.ts';
import type { EngineSite, Frame, TicketInput } from '#protocol/engine-api.ts';
import { HEADER, QUOTE_STATE, SECTION } from '#protocol/frame.ts';
import type { LazyAccount } from '../account/lazy-account.ts';
import type { OrderNumbers } from '../account/order-numbers.ts';
import type { TicketEstimate, ticketEstimate } from '../account/ticket.ts';
import type { LazyChart } from '../candles/lazy-chart.ts';
import type { LazyModule } from '../lazy-module.ts';
import type { LinkLook, QuoteBook } from '../quotes/quote-book.ts';
import type { EventQueue } from './event-queue.ts';
import { FrameWriter } from './frame-writer.ts';
import { SentQuotes } from './sent-quotes.ts';

type FrameParts = {
  readonly book: QuoteBook;
  readonly chart: LazyChart;
  readonly account: LazyAccount;
  readonly estimate: LazyModule<typeof ticketEstimate>;
  readonly events: EventQueue;
  steady(): number;
  /** Whether the link is silent as a whole, and whether each product is judged by its own signs of life. */
  link(): LinkLook;
  hasSession(): boolean;
  /** Header figures other than counts of rows. */
  header(): Readonly<Record<number, number>>;
};

export class FrameSource {
  readonly #parts: FrameParts;
  readonly #quotes = new SentQuotes();
  #ticket: TicketInput | null = null;
  #ordersOn = false;
  #site: EngineSite = { profiles: '', tradeFeeType: '1', stopOutLevel: '50' };
  /** What the page has: orders by id, account and estimate as text. */
  #sentOrders = new Map<number, string>();
  #sentAccount = '';
  #sentEstimate = '';
  #frameNumber = 0;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  get watchedIds(): readonly number[] {
    return this.#quotes.ids;
  }

  /** Whether live figures of the account are on screen: those of orders or of a ticket. */
  get showsFigures(): boolean {
    return this.#ordersOn || this.#ticket !== null;
  }

  get ticket(): TicketInput | null {
    return this.#ticket;
  }

  watchQuotes(productIds: readonly number[]): void {
    this.#quotes.watch(productIds);
  }

  watchTicket(ticket: TicketInput | null): void {
    this.#ticket = ticket;
    this.#sentEstimate = '';
    if (ticket) this.#parts.estimate.want();
  }

  watchOrders(on: boolean): void {
    this.#ordersOn = on;
    this.#sentOrders.clear();
  }

  setSite(site: EngineSite): void {
    this.#site = site;
    this.#sentEstimate = '';
  }

  /** The rows of the open orders went up whole: their live figures follow again. */
  forgetOrders(): void {
    this.#sentOrders.clear();
  }

  /** Fills a buffer; `undefined` when the page has everything. */
  fill(buffer: ArrayBuffer): Frame | undefined {
    const writer = new FrameWriter(buffer);
    const numbers = this.#parts.account.numbers();
    const quotes = this.#quotes.write(writer.slots, this.#parts.book, this.#parts.steady(), this.#parts.link());
    const bars = this.#parts.chart.write(writer.slots, SECTION.bars);
    const hasOrders = this.#ordersOn && this.#writeOrders(writer, numbers);
    const hasAccount = this.#writeAccount(writer, numbers);
    const hasEstimate = this.#writeEstimate(writer, numbers);
    // Last, because a chart with too many changes goes up as an event.
    const events = this.#parts.events.take();
    if (quotes === 0 && bars === 0 && !hasOrders && !hasAccount && !hasEstimate && events.length === 0) return undefined;
    for (const [slot, value] of Object.entries(this.#parts.header())) writer.header(Number(slot), value);
    writer.header(HEADER.number, ++this.#frameNumber);
    writer.header(HEADER.quotes, quotes);
    writer.header(HEADER.bars, bars);
    return { buffer, events };
  }

  /** Steady ms at which the next watched price turns stale by itself; `undefined` when none will. */
  nextStaleAt(): number | undefined {
    const { book } = this.#parts;
    const link = this.#parts.link();
    if (link.silent || !link.judgesEach) return undefined;
    let nextAt: number | undefined;
    for (const id of this.#lookedAt()) {
      const index = book.indexOfId(id);
      if (index === undefined || book.state(index, this.#parts.steady(), link) !== QUOTE_STATE.live) continue;
      const at = book.staleAt(index);
      if (nextAt === undefined || at < nextAt) nextAt = at;
    }
    return nextAt;
  }

  #lookedAt(): readonly number[] {
    const { ids } = this.#quotes;
    return this.#ticket ? [...ids, this.#ticket.productId] : ids;
  }

  #writeOrders(writer: FrameWriter, numbers: readonly OrderNumbers[]): boolean {
    let isAny = false;
    for (const order of numbers) {
      const text = `${order.price} ${order.profit}`;
      if (this.#sentOrders.get(order.id) === text || !writer.order(order)) continue;
      this.#sentOrders.set(order.id, text);
      isAny = true;
    }
    if (this.#sentOrders.size > numbers.length) {
      const open = new Set(numbers.map((order) => order.id));
      for (const id of this.#sentOrders.keys()) if (!open.has(id)) this.#sentOrders.delete(id);
    }
    return isAny;
  }

  #writeAccount(writer: FrameWriter, numbers: readonly OrderNumbers[]): boolean {
    const section = this.#parts.hasSession() ? this.#parts.account.module.here?.section(numbers) : undefined;
    const text = section ? section.join(' ') : '';
    if (text === this.#sentAccount) return false;
    this.#sentAccount = text;
    if (!section) return false;
    writer.account(section);
    return true;
  }

  #writeEstimate(writer: FrameWriter, numbers: readonly OrderNumbers[]): boolean {
    const estimate = this.#estimate(numbers);
    const text = estimate ? Object.values(estimate).join(' ') : '';
    if (text === this.#sentEstimate) return false;
    this.#sentEstimate = text;
    if (!estimate) return false;
    writer.estimate(estimate);
    return true;
  }

  #estimate(numbers: readonly OrderNumbers[]): TicketEstimate | undefined {
    const ticket = this.#ticket;
    const { book } = this.#parts;
    const index = ticket ? book.indexOfId(ticket.productId) : undefined;
    const terms = index === undefined ? undefined : book.products[index];
    const estimate = this.#parts.estimate.here;
    if (!ticket || index === undefined || !terms || !estimate) return undefined;
    const state = (at: number) => book.state(at, this.#parts.steady(), this.#parts.link());
    const account = this.#parts.account.module.here;
    const held = account ? [...account.orders] : [];
    const own = state(index);
    return estimate({
      terms,
      ticket,
      price: book.price(index),
      market: own === QUOTE_STATE.closed ? 'closed' : own === QUOTE_STATE.live ? 'open' : 'stale',
      holdsStale: held.some(({ order }) => {
        const at = account?.productIndex(order.product);
        return at !== undefined && state(at) === QUOTE_STATE.stale;
      }),
      positions: held.filter(({ order }) => account?.productIndex(order.product) === index).map(({ position }) => position),
      funds: this.#parts.hasSession() ? account?.funds(numbers) : undefined,
      feeType: this.#site.tradeFeeType,
      stopOutLevel: decimalFromWire<Ratio>(this.#site.stopOutLevel) ?? 0n,
    });
  }
}
