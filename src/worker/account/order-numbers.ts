/** Live price and profit of one open order: our own quote when it is newer than the server's snapshot, else the snapshot, else the row. */
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';
import type { HeldOrder } from './order-rows.ts';

export type OrderNumbers = { readonly id: number; readonly price: number; readonly profit: Money };

/** `index`: position of the order's product in the book, `undefined` when the book does not know it. */
export function orderNumbers({ row, snapshot, position }: HeldOrder, book: QuoteBook, index: number | undefined): OrderNumbers {
  const price = index === undefined ? undefined : book.price(index);
  const isOurs = index !== undefined && price !== undefined && (!snapshot || (book.heardAt[index] as number) >= snapshot.atMs);
  if (isOurs) return { id: row.Id, price: book.close[index] as number, profit: contractProfit({ ...position, price }) };
  if (snapshot && snapshot.price > 0) return { id: row.Id, price: snapshot.price, profit: snapshot.profit };
  return { id: row.Id, price: row.UpdatePrice, profit: decimalFromWire<Money>(row.FactProfits) ?? 0n };
}
