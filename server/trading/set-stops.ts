/**
 * A person edits the stops of a position or a pending order: allowed at any hour, never refused for frozen accounts (decisions D1.7.08,
 * D1.7.10, D9.02). Only a stop that changes is judged: one that stands may have been overtaken by the market.
 */
import type { Price } from '#domain/decimal.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../database/database.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { editStops, ORDER_STATUS } from '../repositories/order-repository.ts';
import { conclude, newestSeqOf, orderEvent } from './conclude.ts';
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

/** Runs in the transaction that took the call's key. */
export async function setStops(parts: DeskParts, trx: Trx, trader: Trader, fields: SetStopFields): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, fields.id);
  if (!own) return refused('notFound');
  const { account, order, product, quotes } = own;
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

  const seq = newestSeqOf(quotes.values());
  const edit = { stop_loss: stops.stopLoss, take_profit: stops.takeProfit, stop_from: seq };
  const isSame = edit.stop_loss === order.stop_loss && edit.take_profit === order.take_profit;
  if (!isSame) {
    if (!(await editStops(trx, order.id, edit))) throw new Error(`order ${order.id} changed under the lock of its account`);
    await conclude(trx, account, { seq, events: [orderEvent(order)], nowMs: parts.clock.now() });
  }
  const row = orderRow(isSame ? order : { ...order, ...edit }, product, price);
  return done({ Id: order.id, Seq: seq, Order: row }, 'stopsSet');
}
