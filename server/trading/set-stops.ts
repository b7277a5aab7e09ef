/**
 * A person edits the stops of a position or a pending order: allowed at any hour, never refused for frozen accounts (decisions D1.7.08,
 * D1.7.10, D9.02). Only a stop that changes is judged: one that stands may have been overtaken by the market.
 */
import type { Price } from '#domain/decimal.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../database/database.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { editStops, ORDER_STATUS, type OrderRecord, type StopColumns } from '../repositories/order-repository.ts';
import { insertStopEdits, type NewStopEdit } from '../repositories/stop-edit-repository.ts';
import { conclude, orderEvent } from './conclude.ts';
import type { DeskParts } from './desk-parts.ts';
import { orderRow } from './order-row.ts';
import { lockOwnOrder, type OwnOrder, wrongState } from './own-order.ts';
import { type Stops, stopsRefusal, typedPrice } from './stop-rules.ts';
import type { SetStopFields, Trader } from './trading.ts';

/** The stops that are wanted, or the refusal of the first that is no price. */
function wantedStops({ order, product }: OwnOrder, fields: SetStopFields): Stops | Outcome<never> {
  const wanted = (field: 'stop_loss_price' | 'target_profit_price', now: Price): Price | Outcome<never> => {
    const text = fields[field];
    return text === undefined ? now : typedPrice(product, field, text);
  };
  const stopLoss = wanted('stop_loss_price', order.stop_loss);
  if (typeof stopLoss === 'object') return stopLoss;
  const takeProfit = wanted('target_profit_price', order.take_profit);
  return typeof takeProfit === 'object' ? takeProfit : { stopLoss, takeProfit };
}

/** A stop that changes counts from the tick after `seq`; the other one goes on as it was. */
const editOf = (order: OrderRecord, { stopLoss, takeProfit }: Stops, seq: number): StopColumns => ({
  stop_loss: stopLoss,
  take_profit: takeProfit,
  stop_loss_from: stopLoss === order.stop_loss ? order.stop_loss_from : seq,
  take_profit_from: takeProfit === order.take_profit ? order.take_profit_from : seq,
});

/** A row for each stop that changes. */
function historyOf(order: OrderRecord, edit: StopColumns, seq: number, at: number): NewStopEdit[] {
  const rows: NewStopEdit[] = [
    { order_id: order.id, stop: 'loss', old_price: order.stop_loss, new_price: edit.stop_loss, from_seq: seq, at },
    { order_id: order.id, stop: 'profit', old_price: order.take_profit, new_price: edit.take_profit, from_seq: seq, at },
  ];
  return rows.filter((row) => row.old_price !== row.new_price);
}

/** Runs in the transaction that took the call's key. */
export async function setStops(parts: DeskParts, trx: Trx, trader: Trader, fields: SetStopFields): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, fields.id);
  if (!own) return refused('notFound');
  const { account, order, product, quotes, seq } = own;
  const isPending = order.status === ORDER_STATUS.pending;
  if (!isPending && order.status !== ORDER_STATUS.holding) return wrongState(own);
  const stops = wantedStops(own, fields);
  if ('code' in stops) return stops;
  const price = quotes.get(product.id)?.price;
  const reference = isPending ? order.asked_price : (price ?? order.open_price);
  const changed: Stops = {
    stopLoss: stops.stopLoss === order.stop_loss ? 0n : stops.stopLoss,
    takeProfit: stops.takeProfit === order.take_profit ? 0n : stops.takeProfit,
  };
  const problem = stopsRefusal(order.side, reference, changed);
  if (problem) return problem;

  const edit = editOf(order, stops, seq);
  const isSame = edit.stop_loss === order.stop_loss && edit.take_profit === order.take_profit;
  if (!isSame) {
    if (!(await editStops(trx, order.id, edit))) throw new Error(`order ${order.id} changed under the lock of its account`);
    await insertStopEdits(trx, historyOf(order, edit, seq, parts.clock.now()));
    await conclude(trx, account, { seq, events: [orderEvent(order)], nowMs: parts.clock.now() });
  }
  const row = orderRow(isSame ? order : { ...order, ...edit }, product, price);
  return done({ Id: order.id, Seq: seq, Order: row }, 'stopsSet');
}
