/** Executions as their owner may have them signed: of contract orders a deal with its order, of micro trades the trade itself. Reads only. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type MicroColumns, type StoredMicro, storedMicro } from './stored-micro.ts';
import { type OrderColumns, type StoredOrder, storedOrder } from './stored-order.ts';

type Reader = Kysely<Database>;
/** `id`: of an order; `after`: all deals whose number is above it. */
type AskedDeals = { readonly userId: number; readonly limit: number } & ({ readonly id: number } | { readonly after: number });

type DealRow = Selectable<Database['deal']>;
export type OrderDeal = { readonly deal: DealRow; readonly order: StoredOrder };

/** Deals of a person, oldest first, each with its order as it is now. */
export async function dealsOf(reader: Reader, asked: AskedDeals): Promise<OrderDeal[]> {
  const mine = reader.selectFrom('deal').selectAll().where('user_id', '=', asked.userId);
  const chosen = 'id' in asked ? mine.where('order_id', '=', asked.id) : mine.where('id', '>', asked.after);
  return withOrders(reader, await chosen.orderBy('id').limit(asked.limit).execute());
}

async function withOrders<Deal extends DealRow>(reader: Reader, deals: readonly Deal[]): Promise<(OrderDeal & { readonly deal: Deal })[]> {
  if (deals.length === 0) return [];
  const ids = [...new Set(deals.map(({ order_id }) => order_id))];
  const rows: OrderColumns[] = await reader.selectFrom('trade_order').selectAll().where('id', 'in', ids).execute();
  const orders = new Map(rows.map((row) => [row.id, storedOrder(row)]));
  return deals.flatMap((deal) => {
    const order = orders.get(deal.order_id);
    return order ? [{ deal, order }] : [];
  });
}

/** Micro trades of a person by their numbers. */
export async function microsOf(reader: Reader, userId: number, ids: readonly number[]): Promise<StoredMicro[]> {
  if (ids.length === 0) return [];
  const rows: MicroColumns[] = await reader
    .selectFrom('micro_order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(storedMicro);
}

/** What a micro trade's stake went through: into its lock with the opening, out of it with the end. */
const STAKE_KINDS = { opening: 'stake_lock', end: 'stake_release' } as const;
type MicroStep = { readonly microId: number; readonly isEnd: boolean };

/** Postings of stakes; its words are those of the index. */
const stakes = (reader: Reader, userId: number) =>
  reader
    .selectFrom('ledger_tx')
    .where('user_id', '=', userId)
    .where('ref_type', '=', sql.lit('micro'))
    .where('kind', 'in', sql<string>`(${sql.lit(STAKE_KINDS.opening)}, ${sql.lit(STAKE_KINDS.end)})`);

/**
 * Openings and ends of a person's micro trades behind one of them (undefined: from the first), in the order in which they were booked: a trade
 * that was opened earlier may end later. Undefined where there is no such opening or end.
 */
export async function microStepsAfter(
  reader: Reader,
  { userId, after, limit }: { readonly userId: number; readonly after: MicroStep | undefined; readonly limit: number },
): Promise<MicroStep[] | undefined> {
  const cursor =
    after &&
    (await stakes(reader, userId)
      .select('id')
      .where('ref_id', '=', after.microId)
      .where('kind', '=', after.isEnd ? STAKE_KINDS.end : STAKE_KINDS.opening)
      .executeTakeFirst());
  if (after && !cursor) return undefined;
  const rows = await stakes(reader, userId)
    .select(['ref_id', 'kind'])
    .where('id', '>', cursor?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ ref_id, kind }) => ({ microId: ref_id, isEnd: kind === STAKE_KINDS.end }));
}

/** Somebody's, with their public number. */
type Owned<T> = T & { readonly uid: string };

/** Deals of everybody above a number, by number. */
export async function everyDealAfter(reader: Reader, id: number, limit: number): Promise<Owned<OrderDeal>[]> {
  const deals = reader.selectFrom('deal').innerJoin('user', 'user.id', 'deal.user_id').selectAll('deal').select('user.uid');
  const rows = await withOrders(reader, await deals.where('deal.id', '>', id).orderBy('deal.id').limit(limit).execute());
  return rows.map(({ deal, order }) => ({ deal, order, uid: deal.uid }));
}

/** Micro trades of everybody above a number, by number. */
export async function everyMicroAfter(reader: Reader, id: number, limit: number): Promise<Owned<{ readonly micro: StoredMicro }>[]> {
  const micros = reader
    .selectFrom('micro_order')
    .innerJoin('user', 'user.id', 'micro_order.user_id')
    .selectAll('micro_order')
    .select('user.uid');
  const rows = await micros.where('micro_order.id', '>', id).orderBy('micro_order.id').limit(limit).execute();
  return rows.map((row) => ({ micro: storedMicro(row), uid: row.uid }));
}
