/** Executions as their owner may have them signed: of contract orders a deal with its order, of micro trades the trade itself. Reads only. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type MicroColumns, type StoredMicro, storedMicro } from './stored-micro.ts';
import { type OrderColumns, type StoredOrder, storedOrder } from './stored-order.ts';

type Reader = Kysely<Database>;
/** `id`: of an order, or of a micro trade; `after`: all whose number is above it. */
export type AskedDeals = { readonly userId: number; readonly limit: number } & ({ readonly id: number } | { readonly after: number });

type DealRow = Selectable<Database['deal']>;
export type OrderDeal = { readonly deal: DealRow; readonly order: StoredOrder };

/** Deals of a person, oldest first, each with its order as it is now. */
export async function dealsOf(reader: Reader, asked: AskedDeals): Promise<OrderDeal[]> {
  const mine = reader.selectFrom('deal').selectAll().where('user_id', '=', asked.userId);
  const chosen = 'id' in asked ? mine.where('order_id', '=', asked.id) : mine.where('id', '>', asked.after);
  const deals = await chosen.orderBy('id').limit(asked.limit).execute();
  if (deals.length === 0) return [];
  const ids = [...new Set(deals.map(({ order_id }) => order_id))];
  const rows: OrderColumns[] = await reader.selectFrom('trade_order').selectAll().where('id', 'in', ids).execute();
  const orders = new Map(rows.map((row) => [row.id, storedOrder(row)]));
  return deals.flatMap((deal) => {
    const order = orders.get(deal.order_id);
    return order ? [{ deal, order }] : [];
  });
}

/** Micro trades of a person, oldest first. Each has two numbers: twice its own for the opening, and one more for the end. */
export async function microsOf(reader: Reader, asked: AskedDeals): Promise<StoredMicro[]> {
  const mine = reader.selectFrom('micro_order').selectAll().where('user_id', '=', asked.userId);
  const chosen = 'id' in asked ? mine.where('id', '=', asked.id) : mine.where('id', '>=', Math.floor(asked.after / 2));
  const rows: MicroColumns[] = await chosen.orderBy('id').limit(asked.limit).execute();
  return rows.map(storedMicro);
}
