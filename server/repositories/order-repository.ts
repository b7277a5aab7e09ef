/** Contract orders and their deals. SQL only; what they mean stands in `server/trading/`. */
import { type Insertable, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';

export type OrderRecord = Selectable<Database['trade_order']>;
export type NewOrder = Omit<OrderRecord, 'id'>;
export type NewDeal = Insertable<Database['deal']>;
type Reader = Kysely<Database>;

/** Status numbers of the specification and of decision D1.3.07. */
export const ORDER_STATUS = { pending: 0, holding: 1, closed: 3, cancelled: 4 } as const;

/** Every column but the number that the table gives. */
const ORDER_COLUMNS: readonly (keyof NewOrder)[] = [
  'user_id',
  'realm',
  'account_type',
  'product_id',
  'status',
  'side',
  'lots',
  'asked_price',
  'open_price',
  'close_price',
  'margin',
  'fee',
  'profit',
  'stop_loss',
  'take_profit',
  'leverage',
  'margin_mode',
  'contract_number',
  'quote_rate',
  'open_seq',
  'close_seq',
  'eval_from',
  'stop_loss_from',
  'take_profit_from',
  'trigger_side',
  'close_reason',
  'origin_id',
  'parent_id',
  'follow_type',
  'created_at',
  'opened_at',
  'completed_at',
];

const orderInsert = prepared<NewOrder, { id: number }>((db, arg) => {
  const row = Object.fromEntries(ORDER_COLUMNS.map((name) => [name, arg(name)])) as NewOrder;
  return db.insertInto('trade_order').values(row).returning('id');
});

export async function insertOrder(trx: Trx, order: NewOrder): Promise<OrderRecord> {
  return { ...order, id: (await orderInsert(trx, order)).rows[0]?.id as number };
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
    })
    .returning('id'),
);

export async function insertDeal(trx: Trx, deal: NewDeal): Promise<number> {
  return (await dealInsert(trx, deal)).rows[0]?.id as number;
}

/** An order of this user; a foreign id is not found. */
export const orderOfUser = (reader: Reader, userId: number, id: number): Promise<OrderRecord | undefined> =>
  reader.selectFrom('trade_order').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

const LIVE = [ORDER_STATUS.pending, ORDER_STATUS.holding];

const liveSelect = prepared<{ userId: number; type: AccountType }, OrderRecord>((db, arg) =>
  db
    .selectFrom('trade_order')
    .selectAll()
    .where('user_id', '=', arg('userId'))
    .where('account_type', '=', arg('type'))
    .where('status', 'in', LIVE)
    .orderBy('id'),
);

/** Holding and pending orders of an account, oldest first. */
export const liveOrders = async (reader: Reader, userId: number, type: AccountType): Promise<OrderRecord[]> =>
  (await liveSelect(reader, { userId, type })).rows;

/** Everything that anybody holds or waits for, after an id, oldest first: for the start of the evaluator, page by page. */
export const liveOrdersAfter = (reader: Reader, id: number, limit: number): Promise<OrderRecord[]> =>
  reader.selectFrom('trade_order').selectAll().where('status', 'in', LIVE).where('id', '>', id).orderBy('id').limit(limit).execute();

/** What some users hold and wait for, oldest first. */
export const liveOrdersOf = (reader: Reader, userIds: readonly number[]): Promise<OrderRecord[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('trade_order')
        .selectAll()
        .where('user_id', 'in', [...userIds])
        .where('status', 'in', LIVE)
        .orderBy('id')
        .execute();

/** What a close writes onto the order. */
export type Closing = Pick<OrderRecord, 'close_price' | 'profit' | 'close_seq' | 'close_reason' | 'completed_at'>;

/** Holding becomes closed, once: false when somebody else did it before. */
export async function closeHolding(trx: Trx, id: number, closing: Closing): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set({ ...closing, status: ORDER_STATUS.closed })
    .where('id', '=', id)
    .where('status', '=', ORDER_STATUS.holding)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What a part that was closed takes away from its order. */
export async function shrinkHolding(trx: Trx, id: number, rest: Pick<OrderRecord, 'lots' | 'margin'>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set(rest)
    .where('id', '=', id)
    .where('status', '=', ORDER_STATUS.holding)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What a fill writes onto a pending order. */
export type Fill = Pick<
  OrderRecord,
  'open_price' | 'margin' | 'fee' | 'open_seq' | 'eval_from' | 'stop_loss_from' | 'take_profit_from' | 'opened_at'
>;

/** Pending becomes holding, once: false when somebody else did it before. */
export async function fillPending(trx: Trx, id: number, fill: Fill): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set({ ...fill, status: ORDER_STATUS.holding })
    .where('id', '=', id)
    .where('status', '=', ORDER_STATUS.pending)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What a cancellation writes onto a pending order; its fee was never charged. */
export type Cancellation = Pick<OrderRecord, 'close_seq' | 'close_reason' | 'completed_at'>;

/** Pending becomes cancelled, once: false when somebody else did it before. */
export async function cancelPending(trx: Trx, id: number, cancellation: Cancellation): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set({ ...cancellation, fee: 0n, status: ORDER_STATUS.cancelled })
    .where('id', '=', id)
    .where('status', '=', ORDER_STATUS.pending)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export type StopColumns = Pick<OrderRecord, 'stop_loss' | 'take_profit' | 'stop_loss_from' | 'take_profit_from'>;

/** New stops of a live order; each counts from the tick after its own `from`. */
export async function editStops(trx: Trx, id: number, stops: StopColumns): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trade_order')
    .set(stops)
    .where('id', '=', id)
    .where('status', 'in', LIVE)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Which orders a list shows. `startMs` inclusive, `endMs` exclusive: of creation for live ones, of completion for history (decision D1.2.31). */
export type OrderFilter = {
  readonly userId: number;
  readonly status: 0 | 1 | 3;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
};

/** History holds closed and cancelled orders. */
const statusesOf = (status: OrderFilter['status']): number[] =>
  status === ORDER_STATUS.closed ? [ORDER_STATUS.closed, ORDER_STATUS.cancelled] : [status];

const timeColumn = (status: OrderFilter['status']): 'completed_at' | 'created_at' =>
  status === ORDER_STATUS.closed ? 'completed_at' : 'created_at';

function filtered<O>(query: SelectQueryBuilder<Database, 'trade_order', O>, filter: OrderFilter) {
  const time = timeColumn(filter.status);
  return query
    .where('user_id', '=', filter.userId)
    .where('status', 'in', statusesOf(filter.status))
    .$if(filter.startMs !== undefined, (it) => it.where(time, '>=', filter.startMs as number))
    .$if(filter.endMs !== undefined, (it) => it.where(time, '<', filter.endMs as number));
}

/** One page, newest first. */
export const ordersPage = (reader: Reader, filter: OrderFilter, page: number, limit: number): Promise<OrderRecord[]> =>
  filtered(reader.selectFrom('trade_order').selectAll(), filter)
    .orderBy(timeColumn(filter.status), 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();

/** All of a status without paging, for sums of live orders (at most 200). */
export const ordersOfStatus = (reader: Reader, filter: OrderFilter): Promise<OrderRecord[]> =>
  filtered(reader.selectFrom('trade_order').selectAll(), filter).orderBy('id').execute();

const sumOf = (column: 'profit' | 'margin') => sql<bigint>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

/** How many, and the sum of their realised profits. */
export async function historyTotals(reader: Reader, filter: OrderFilter): Promise<{ total: number; profit: Money }> {
  const row = await filtered(
    reader.selectFrom('trade_order').select((eb) => [eb.fn.countAll<number>().as('total'), sumOf('profit').as('profit_sum')]),
    filter,
  ).executeTakeFirstOrThrow();
  return { total: row.total, profit: row.profit_sum };
}

/** Realised profit of all orders of a user closed at or after a time. */
export async function profitSince(reader: Reader, userId: number, sinceMs: number): Promise<Money> {
  return (await historyTotals(reader, { userId, status: 3, startMs: sinceMs })).profit;
}
