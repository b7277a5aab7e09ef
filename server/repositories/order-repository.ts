/** Contract orders and their deals. SQL only; what they mean stands in `server/trading/`. */
import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import type { OrderList, OrderState } from '#domain/order.ts';
import type { OrderCharges } from '#protocol/order-replies.ts';
import { ORDER_STATUS } from '#protocol/order-status.ts';
import type { Trx } from '../database/database.ts';
import { gathered } from '../database/gathered-writes.ts';
import { asInt, prepared, preparedByIds, preparedRows } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';
import { type NewOrder, newOrderColumns, type OrderColumns, orderColumns, type StoredOrder, storedOrder } from './stored-order.ts';

type NewDeal = Required<Omit<Insertable<Database['deal']>, 'id'>>;
type Reader = Kysely<Database>;
/** Rows of one statement. */
const ROWS_AT_ONCE = 32;

const orderInsert = prepared<Record<keyof NewOrder, unknown>, { id: number }>((db, arg) =>
  db.insertInto('trade_order').values(newOrderColumns(arg)).returning('id'),
);

export async function insertOrder(trx: Trx, order: NewOrder): Promise<StoredOrder> {
  const { rows } = await orderInsert(trx, { ...order, state: ORDER_STATUS[order.state] });
  return { ...order, id: rows[0]?.id as number };
}

const dealInsert = prepared<NewDeal, { id: number }>((db, arg) =>
  db
    .insertInto('deal')
    .values({
      order_id: arg('order_id'),
      user_id: arg('user_id'),
      kind: arg('kind'),
      lots: arg('lots'),
      price: arg('price'),
      profit: arg('profit'),
      fee: arg('fee'),
      margin: arg('margin'),
      tick_seq: arg('tick_seq'),
      created_at: arg('created_at'),
      rule: arg('rule'),
      rule_level: arg('rule_level'),
      from_seq: arg('from_seq'),
      known_seq: arg('known_seq'),
      terms: arg('terms'),
    })
    .returning('id'),
);

export async function insertDeal(trx: Trx, deal: NewDeal): Promise<number> {
  return (await dealInsert(trx, deal)).rows[0]?.id as number;
}

/** An order of this user; a foreign id is not found. */
export async function orderOfUser(reader: Reader, userId: number, id: number): Promise<StoredOrder | undefined> {
  const row = await reader.selectFrom('trade_order').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return row && storedOrder(row);
}

const LIVE = [ORDER_STATUS.pending, ORDER_STATUS.holding];

const liveSelect = prepared<{ userId: number; type: AccountType }, OrderColumns>((db, arg) =>
  db
    .selectFrom('trade_order')
    .selectAll()
    .where('user_id', '=', arg('userId'))
    .where('account_type', '=', arg('type'))
    .where('status', 'in', LIVE)
    .orderBy('id'),
);

/** Holding and pending orders of an account, oldest first. */
export const liveOrders = async (reader: Reader, userId: number, type: AccountType): Promise<StoredOrder[]> =>
  (await liveSelect(reader, { userId, type })).rows.map(storedOrder);

const liveOnes = (reader: Reader) => reader.selectFrom('trade_order').selectAll().where('status', 'in', LIVE).orderBy('id');

/** Everything that anybody holds or waits for, after an id, oldest first: for the start of the evaluator, page by page. */
export const liveOrdersAfter = async (reader: Reader, id: number, limit: number): Promise<StoredOrder[]> =>
  (await liveOnes(reader).where('id', '>', id).limit(limit).execute()).map(storedOrder);

const liveOfUsers = preparedByIds<OrderColumns>((db, userIds) => liveOnes(db).where('user_id', 'in', userIds));

/** What some users hold and wait for, each user's oldest first. */
export const liveOrdersOf = async (reader: Reader, userIds: readonly number[]): Promise<StoredOrder[]> =>
  (await liveOfUsers(reader, userIds)).map(storedOrder);

/** Writes parts of an order that is in one of some states: false when somebody else took it out of them before. */
async function changeOrder(trx: Trx, id: number, from: readonly OrderState[], edit: Partial<StoredOrder>): Promise<boolean> {
  const statuses = from.map((state) => ORDER_STATUS[state]);
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set(orderColumns(edit))
    .where('id', '=', id)
    .where('status', 'in', statuses)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What a close writes onto the order. */
export type Closing = Pick<StoredOrder, 'closePrice' | 'profit' | 'closeSeq' | 'end' | 'completedAtMs'>;

/** Holding becomes closed, once. */
export const closeHolding = (trx: Trx, id: number, closing: Closing): Promise<boolean> =>
  changeOrder(trx, id, ['holding'], { ...closing, state: 'closed' });

/** What a part that was closed takes away from its order. */
export const shrinkHolding = (trx: Trx, id: number, rest: Pick<StoredOrder, 'lots' | 'margin' | 'fee' | 'financing'>): Promise<boolean> =>
  changeOrder(trx, id, ['holding'], rest);

/** What a fill writes onto a pending order. */
type Fill = Pick<StoredOrder, 'openPrice' | 'margin' | 'fee' | 'openSeq' | 'evalFrom' | 'stopLossFrom' | 'takeProfitFrom' | 'openedAtMs'>;

/** Pending becomes holding, once. */
export const fillPending = (trx: Trx, id: number, fill: Fill): Promise<boolean> =>
  changeOrder(trx, id, ['pending'], { ...fill, state: 'holding' });

/** What another price writes onto a pending order, which waits for it from the tick after `evalFrom`. */
export type Amendment = Pick<StoredOrder, 'askedPrice' | 'triggerSide' | 'evalFrom' | 'margin' | 'fee'>;

/** A pending order waits for another price: false when it was pending no more. */
export const amendPending = (trx: Trx, id: number, amendment: Amendment): Promise<boolean> => changeOrder(trx, id, ['pending'], amendment);

/** What a cancellation writes onto a pending order; its fee was never charged. */
export type Cancellation = Pick<StoredOrder, 'closeSeq' | 'end' | 'completedAtMs'>;

type Cancelled = Cancellation & { readonly id: number };
const cancelRows = preparedRows<Cancelled, { id: number }>(['id', 'closeSeq', 'end', 'completedAtMs'], ROWS_AT_ONCE, (db, rows) => {
  const ends = sql.join(
    rows.map((row) => sql`(${asInt(row.id)}, ${asInt(row.closeSeq)}, cast(${row.end} as text), ${asInt(row.completedAtMs)})`),
  );
  const query = sql<{ id: number }>`with ended (id, seq, reason, at) as (values ${ends})
    update trade_order set close_seq = ended.seq, close_reason = ended.reason, completed_at = ended.at, fee = 0,
      status = ${sql.lit(ORDER_STATUS.cancelled)}
    from ended where trade_order.id = ended.id and trade_order.status = ${sql.lit(ORDER_STATUS.pending)} returning trade_order.id`;
  return { compile: () => query.compile(db) };
});
const cancelLater = gathered<Cancelled>(async (trx, rows) => {
  const count = (await cancelRows(trx, rows)).length;
  if (count < rows.length) throw new Error(`${rows.length - count} of ${rows.length} orders to cancel were pending no more`);
});

/** Pending becomes cancelled, once: false when somebody else did it before; where the transaction gathers its writes that fails at its end. */
export async function cancelPending(trx: Trx, id: number, cancellation: Cancellation): Promise<boolean> {
  const row = { id, ...cancellation };
  return cancelLater(trx, row) || (await cancelRows(trx, [row])).length === 1;
}

export type Edit = Pick<StoredOrder, 'stopLoss' | 'takeProfit' | 'stopLossFrom' | 'takeProfitFrom' | 'goodTillMs'>;

/** New stops of a live order, each of which counts from the tick after its own `from`, and how long it waits. */
export const editOrder = (trx: Trx, id: number, edit: Edit): Promise<boolean> => changeOrder(trx, id, ['pending', 'holding'], edit);

/** Which orders a list shows. `startMs` inclusive, `endMs` exclusive: of creation for live ones, of completion for history (decision D1.2.31). */
export type OrderFilter = {
  readonly userId: number;
  readonly list: OrderList;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
};

const statusesOf = (list: OrderList): number[] =>
  list === 'closed' ? [ORDER_STATUS.closed, ORDER_STATUS.cancelled] : [ORDER_STATUS[list]];

const timeColumn = (list: OrderList): 'completed_at' | 'created_at' => (list === 'closed' ? 'completed_at' : 'created_at');

function filtered<O>(
  query: SelectQueryBuilder<Database, 'trade_order', O>,
  { list, userId, startMs, endMs }: OrderFilter,
  statuses = statusesOf(list),
) {
  const time = timeColumn(list);
  let found = query.where('user_id', '=', userId).where('status', 'in', statuses);
  if (startMs !== undefined) found = found.where(time, '>=', startMs);
  return endMs === undefined ? found : found.where(time, '<', endMs);
}

/** One page, newest first. Each state by an index in its order: a person may have any number of orders that are over, and asks often. */
export async function ordersPage(reader: Reader, filter: OrderFilter, page: number, limit: number): Promise<StoredOrder[]> {
  const time = timeColumn(filter.list);
  const newest = (status: number) =>
    filtered(reader.selectFrom('trade_order').select(['id', `${time} as at`]), filter, [status])
      .orderBy(time, 'desc')
      .orderBy('id', 'desc')
      .limit(page * limit);
  const states = statusesOf(filter.list).map((status) => reader.selectFrom(newest(status).as('newest')).select(['id', 'at']));
  const [first, ...others] = states;
  if (!first) return [];
  const all = others.reduce((left, right) => left.unionAll(right), first);
  const ids = reader
    .selectFrom(all.as('one'))
    .select('one.id')
    .orderBy('one.at', 'desc')
    .orderBy('one.id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit);
  const rows = await reader
    .selectFrom('trade_order')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(time, 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(storedOrder);
}

/** All of a list without paging, for sums of live orders (at most 200). */
export const ordersOfList = async (reader: Reader, filter: OrderFilter): Promise<StoredOrder[]> =>
  (await filtered(reader.selectFrom('trade_order').selectAll(), filter).orderBy('id').execute()).map(storedOrder);

const sumOf = (column: 'profit' | 'fee' | 'financing') => sql<bigint>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

type HistoryTotals = { readonly total: number; readonly profit: Money; readonly charges: OrderCharges };

/** How many, what they came to, what was charged for them, and how many of them were cancelled. */
export async function historyTotals(reader: Reader, filter: OrderFilter): Promise<HistoryTotals> {
  const row = await filtered(
    reader
      .selectFrom('trade_order')
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.countAll<number>().filterWhere('status', '=', ORDER_STATUS.cancelled).as('cancelled'),
        sumOf('profit').as('profit_sum'),
        sumOf('fee').as('fee_sum'),
        sumOf('financing').as('financing_sum'),
      ]),
    filter,
  ).executeTakeFirstOrThrow();
  const charges = { fee: row.fee_sum, financing: row.financing_sum, cancelled: row.cancelled };
  return { total: row.total, profit: row.profit_sum, charges };
}

/** Realised profit of all orders of a user closed at or after a time. */
export async function profitSince(reader: Reader, userId: number, sinceMs: number): Promise<Money> {
  return (await historyTotals(reader, { userId, list: 'closed', startMs: sinceMs })).profit;
}
