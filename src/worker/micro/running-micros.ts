/**
 * The micro trades that run, valued at every tick as the server would settle them at it. They come from the page, which reads their lists and gets
 * the replies, and from pushes. It promises that one that has ended is valued no more, whatever older news comes of it. Comes with the account.
 */
import { toNumber } from '#domain/decimal.ts';
import { microProfit } from '#domain/micro.ts';
import { MICRO_RUNNING_MAX } from '#domain/micro-stake.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { OrderNumbers } from '../account/order-numbers.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';

/** Ended ones that are remembered. */
const ENDED_MAX = 200;

export class RunningMicros {
  readonly #book: QuoteBook;
  readonly #running = new Map<number, MicroTrade>();
  readonly #ended = new Set<number>();

  constructor(book: QuoteBook) {
    this.#book = book;
  }

  /** True when it changed what is valued. */
  put(trade: MicroTrade): boolean {
    if (this.#ended.has(trade.id)) return false;
    if (trade.state === 'running') {
      if (this.#running.size >= MICRO_RUNNING_MAX && !this.#running.has(trade.id)) return false;
      this.#running.set(trade.id, trade);
      return true;
    }
    this.#ended.add(trade.id);
    for (const id of this.#ended) {
      if (this.#ended.size <= ENDED_MAX) break;
      this.#ended.delete(id);
    }
    return this.#running.delete(trade.id);
  }

  clear(): void {
    this.#running.clear();
    this.#ended.clear();
  }

  /** Of each with a price its id with a minus, so that it is no contract order's, the price, and what it would come to at that price. */
  numbers(): OrderNumbers[] {
    return [...this.#running.values()].flatMap((trade) => {
      const index = this.#book.indexOfId(trade.productId);
      const price = index === undefined ? undefined : this.#book.price(index);
      return price === undefined ? [] : [{ id: -trade.id, price: toNumber(price), profit: microProfit({ ...trade, price }) }];
    });
  }

  /** Codes of the products whose prices they need. */
  codes(): (string | undefined)[] {
    return [...this.#running.values()].map(({ productId }) => this.#book.products[this.#book.indexOfId(productId) ?? -1]?.code);
  }
}
