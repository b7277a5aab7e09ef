/** A contract order as the books keep it, and the one place that knows in which column each part of it stands. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Price, Ratio } from '#domain/decimal.ts';
import type { OrderEndReason, OrderState, OrderTerms } from '#domain/order.ts';
import { ORDER_STATUS, orderState } from '#protocol/order-status.ts';
import type { AccountType, Database, Realm } from '../database/schema.ts';

/** `margin` and `profit` are those of the last act: a closed order keeps the margin that it held. */
export type StoredOrder = OrderTerms & {
  readonly userId: number;
  readonly realm: Realm;
  readonly accountType: AccountType;
  readonly productId: number;
  readonly contractNumber: Ratio;
  /** `0n` until it is closed. */
  readonly closePrice: Price;
  /** Newest tick that it is not judged by. */
  readonly evalFrom: number;
  /** Each stop counts from the tick after its own: an edit never fires by what came before it, and leaves the other stop as it is. */
  readonly stopLossFrom: number;
  readonly takeProfitFrom: number;
  /** A pending order waits for a price at or below its target ('down'), at or above it ('up'), or for any ('now'); '' never pended. */
  readonly triggerSide: '' | 'down' | 'up' | 'now';
  /** 0 until it has filled. */
  readonly openedAtMs: number;
};
export type NewOrder = Omit<StoredOrder, 'id'>;

export type OrderColumns = Selectable<Database['trade_order']>;

const COLUMNS: Readonly<Record<keyof StoredOrder, keyof OrderColumns>> = {
  id: 'id',
  userId: 'user_id',
  realm: 'realm',
  accountType: 'account_type',
  productId: 'product_id',
  state: 'status',
  side: 'side',
  lots: 'lots',
  askedPrice: 'asked_price',
  openPrice: 'open_price',
  closePrice: 'close_price',
  margin: 'margin',
  fee: 'fee',
  profit: 'profit',
  financing: 'financing',
  stopLoss: 'stop_loss',
  takeProfit: 'take_profit',
  leverage: 'leverage',
  marginMode: 'margin_mode',
  contractNumber: 'contract_number',
  quoteRate: 'quote_rate',
  openSeq: 'open_seq',
  closeSeq: 'close_seq',
  evalFrom: 'eval_from',
  stopLossFrom: 'stop_loss_from',
  takeProfitFrom: 'take_profit_from',
  triggerSide: 'trigger_side',
  goodTillMs: 'good_till',
  end: 'close_reason',
  originId: 'origin_id',
  parentId: 'parent_id',
  followType: 'follow_type',
  createdAtMs: 'created_at',
  openedAtMs: 'opened_at',
  completedAtMs: 'completed_at',
};
const NAMES = Object.keys(COLUMNS) as (keyof StoredOrder)[];

/** The columns of a new row, all but the number that the table gives, with what stands for each part of the order. */
export function newOrderColumns(value: (name: keyof NewOrder) => unknown): Insertable<Database['trade_order']> {
  const names = NAMES.filter((name) => name !== 'id');
  return Object.fromEntries(names.map((name) => [COLUMNS[name], value(name)])) as Insertable<Database['trade_order']>;
}

/** The columns of some parts of an order, the state as the number that is stored. */
export function orderColumns(edit: Partial<StoredOrder>): Updateable<Database['trade_order']> {
  const columns: Record<string, unknown> = {};
  for (const name in edit) columns[COLUMNS[name as keyof StoredOrder]] = edit[name as keyof StoredOrder];
  if (edit.state) columns.status = ORDER_STATUS[edit.state];
  return columns;
}

function stateOf({ id, status }: OrderColumns): OrderState {
  const state = orderState(status);
  if (!state) throw new Error(`order ${id}: status is ${status}, allowed: ${Object.values(ORDER_STATUS).join(', ')}`);
  return state;
}

/** The order that a row of the table holds. Written out: a loop over the columns takes several times as long. */
export const storedOrder = (row: OrderColumns): StoredOrder => ({
  id: row.id,
  userId: row.user_id,
  realm: row.realm,
  accountType: row.account_type,
  productId: row.product_id,
  state: stateOf(row),
  side: row.side,
  lots: row.lots,
  askedPrice: row.asked_price,
  openPrice: row.open_price,
  closePrice: row.close_price,
  margin: row.margin,
  fee: row.fee,
  profit: row.profit,
  financing: row.financing,
  stopLoss: row.stop_loss,
  takeProfit: row.take_profit,
  leverage: row.leverage,
  marginMode: row.margin_mode === 1 ? 1 : 0,
  contractNumber: row.contract_number,
  quoteRate: row.quote_rate,
  openSeq: row.open_seq,
  closeSeq: row.close_seq,
  evalFrom: row.eval_from,
  stopLossFrom: row.stop_loss_from,
  takeProfitFrom: row.take_profit_from,
  triggerSide: row.trigger_side,
  goodTillMs: row.good_till,
  end: row.close_reason as OrderEndReason,
  originId: row.origin_id,
  parentId: row.parent_id,
  followType: row.follow_type,
  createdAtMs: row.created_at,
  openedAtMs: row.opened_at,
  completedAtMs: row.completed_at,
});
