/**
 * A person edits the stops of a position or a pending order, or how long the latter waits: allowed at any hour, never refused for frozen
 * accounts (decisions D1.7.08, D1.7.10, D9.02, D9.62). Only a stop that changes is judged: one that is set already may have been overtaken by the market.
 */

import type { Price } from '#domain/decimal.ts';
import type { AskedStops } from '#domain/order-request.ts';
import type { StopName, Stops } from '#domain/stops.ts';
import { filledToWire } from '#protocol/order-replies.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { type Edit, editOrder } from '../../repositories/order-repository.ts';
import { insertStopEdits, type NewStopEdit } from '../../repositories/stop-edit-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { goodTillRefusal, goodTillTime } from '../orders/good-till-time.ts';
import { forgetGoodTill, noteGoodTill } from '../orders/good-till-work.ts';
import { stopsRefusal, typedPrice } from '../orders/typed-stops.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockOwnOrder, type OwnOrder, wrongState } from './own-order.ts';

/** The stops that are wanted, or the refusal of the first that is no price. */
function wantedStops({ order, product }: OwnOrder, asked: AskedStops): Stops | Outcome<never> {
  const wanted = (stop: StopName): Price | Outcome<never> => {
    const text = asked[stop];
    return text === undefined ? order[stop] : typedPrice(product, stop, text);
  };
  const stopLoss = wanted('stopLoss');
  if (typeof stopLoss === 'object') return stopLoss;
  const takeProfit = wanted('takeProfit');
  return typeof takeProfit === 'object' ? takeProfit : { stopLoss, takeProfit };
}

/** A stop that changes counts from the tick after `seq`; the other one goes on as it was. */
const editOf = (order: StoredOrder, { stopLoss, takeProfit }: Stops, seq: number): Omit<Edit, 'goodTillMs'> => ({
  stopLoss,
  takeProfit,
  stopLossFrom: stopLoss === order.stopLoss ? order.stopLossFrom : seq,
  takeProfitFrom: takeProfit === order.takeProfit ? order.takeProfitFrom : seq,
});

/** A row for each stop that changes. */
function historyOf(order: StoredOrder, edit: Edit, seq: number, at: number): NewStopEdit[] {
  const rows: NewStopEdit[] = [
    { order_id: order.id, stop: 'loss', old_price: order.stopLoss, new_price: edit.stopLoss, from_seq: seq, at },
    { order_id: order.id, stop: 'profit', old_price: order.takeProfit, new_price: edit.takeProfit, from_seq: seq, at },
  ];
  return rows.filter((row) => row.old_price !== row.new_price);
}

/** How long the order is to wait, or why it cannot be told to. */
function wantedEnd(parts: DeskParts, { order, product, tapeMs }: OwnOrder, asked: string | undefined): number | Outcome<never> {
  if (asked === undefined) return order.goodTillMs;
  if (order.state !== 'pending') return goodTillRefusal(asked, 'nothing for an order that waits no more');
  return goodTillTime(parts, product, asked, Math.max(parts.clock.now(), tapeMs));
}

async function writeEdit(parts: DeskParts, trx: Trx, { order, seq, tapeMs }: OwnOrder, edit: Edit): Promise<void> {
  if (!(await editOrder(trx, order.id, edit))) throw new Error(`order ${order.id} changed under the lock of its account`);
  await insertStopEdits(trx, historyOf(order, edit, seq, parts.clock.now()));
  if (edit.goodTillMs === order.goodTillMs) return;
  await forgetGoodTill(trx, order);
  await noteGoodTill(trx, { ...order, ...edit }, tapeMs);
}

/** Runs in the transaction that took the call's key. */
export async function setStops(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedStops): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, asked.id);
  if (!own) return refused('notFound');
  const { account, order, product, quotes, seq } = own;
  const isPending = order.state === 'pending';
  if (!isPending && order.state !== 'holding') return wrongState(own);
  const stops = wantedStops(own, asked);
  if ('code' in stops) return stops;
  const price = quotes.get(product.id)?.price;
  const reference = isPending ? order.askedPrice : (price ?? order.openPrice);
  const changed: Stops = {
    stopLoss: stops.stopLoss === order.stopLoss ? 0n : stops.stopLoss,
    takeProfit: stops.takeProfit === order.takeProfit ? 0n : stops.takeProfit,
  };
  const problem = stopsRefusal(order.side, reference, changed);
  if (problem) return problem;

  const goodTillMs = wantedEnd(parts, own, asked.goodTill);
  if (typeof goodTillMs === 'object') return goodTillMs;

  const edit: Edit = { ...editOf(order, stops, seq), goodTillMs };
  const isSame = edit.stopLoss === order.stopLoss && edit.takeProfit === order.takeProfit && goodTillMs === order.goodTillMs;
  if (!isSame) {
    await writeEdit(parts, trx, own, edit);
    await recordChange(trx, account, { seq, events: [orderEvent(order)], nowMs: parts.clock.now() });
  }
  return done(filledToWire(shownOrder({ ...order, ...edit }, product, price), seq), 'stopsSet');
}
