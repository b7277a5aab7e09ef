/** The live orders that an account holds, each with its terms as the formulas take them, and what they are worth at the prices of this moment. */
import type { AccountFunds } from '#domain/account.ts';
import { type Money, maxDecimal } from '#domain/decimal.ts';
import { accountMargin } from '#domain/margin.ts';
import type { Order, OrderProduct } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import type { AccountSnapshot } from '#protocol/received.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';
import type { FundsState } from './funds.ts';
import { type HeldOrder, heldOrder, ORDERS_MAX } from './held-order.ts';
import { type OrderNumbers, orderNumbers } from './order-numbers.ts';

export class HeldOrders {
  readonly #book: QuoteBook;
  readonly #held = new Map<number, HeldOrder>();

  constructor(book: QuoteBook) {
    this.#book = book;
  }

  get = (id: number): HeldOrder | undefined => this.#held.get(id);
  has = (id: number): boolean => this.#held.has(id);
  ids = (): number[] => [...this.#held.keys()];
  values = (): HeldOrder[] => [...this.#held.values()];
  delete = (id: number): boolean => this.#held.delete(id);
  clear = (): void => this.#held.clear();

  /** Takes an order in; `putAt`: steady ms at which a reply or a push first brought it, 0 for what a list had. */
  hold(order: Order, putAt: number): HeldOrder {
    const held = heldOrder(order, putAt, this.#product(order.product)?.contractNumber, this.#held.get(order.id));
    if (this.#held.size < ORDERS_MAX || this.#held.has(order.id)) this.#held.set(order.id, held);
    return held;
  }

  /** Prices of the server's rule, for products whose own quotes are older. */
  takePrices({ orders }: Pick<AccountSnapshot, 'orders'>, atMs: number): void {
    for (const { id, price, profit } of orders) {
      const held = this.#held.get(id);
      if (held && price > 0) held.told = { price, profit, atMs };
    }
  }

  /** Price and profit of every order now. */
  numbers = (): OrderNumbers[] => this.values().map((held) => this.numbersOf(held));
  numbersOf = (held: HeldOrder): OrderNumbers => orderNumbers(held, this.#book, this.productIndex(held.order.product));

  /** What the account holds for them. */
  get margin(): Money {
    const orders = this.values().map(({ order }) => order);
    return accountMargin(orders.map(({ product, side, lots, margin }) => ({ productId: product.id, side, lots, margin })));
  }

  /** What the account is worth with these cash and locks: what is locked for other things than these margins is pending. */
  funds({ balance, locked, deficit }: FundsState, numbers: readonly OrderNumbers[]): AccountFunds {
    const { margin } = this;
    const floatingProfit = numbers.reduce<Money>((sum, order) => sum + order.profit, 0n);
    return { balance, margin, pending: maxDecimal<Money>(0n, locked - margin), deficit, floatingProfit };
  }

  /** Index of an order's product in the book. */
  productIndex({ id, code, showCode }: OrderProduct): number | undefined {
    return this.#book.indexOfId(id) ?? this.#book.indexOfCode(code) ?? this.#book.indexOfShowCode(showCode);
  }

  productCode = (product: OrderProduct): string | undefined => this.#product(product)?.code;

  #product(product: OrderProduct): Product | undefined {
    const index = this.productIndex(product);
    return index === undefined ? undefined : this.#book.products[index];
  }
}
