/** Live price and profit of one open order: our own quote when it is newer than what the server told, else that. */
import type { Money } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';
import type { HeldOrder } from './held-order.ts';

export type OrderNumbers = { readonly id: number; readonly price: number; readonly profit: Money };

/** `index`: position of the order's product in the book, `undefined` when the book does not know it. */
export function orderNumbers({ order, told, position }: HeldOrder, book: QuoteBook, index: number | undefined): OrderNumbers {
  const price = index === undefined ? undefined : book.price(index);
  const isOurs = index !== undefined && price !== undefined && !((book.heardAt[index] as number) < told.atMs);
  if (isOurs) return { id: order.id, price: book.close[index] as number, profit: contractProfit({ ...position, price }) };
  return { id: order.id, price: told.price, profit: told.profit };
}
