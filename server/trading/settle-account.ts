/**
 * Everything that one tick does to one account, in one transaction under its lock: stop loss and take profit in the order of the numbers,
 * then margin call and stop-out, then pending orders in the order of their numbers, then margin call and stop-out again. Doing it twice
 * at the same tick does nothing the second time.
 */
import type { Ratio } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { lockPersonAccount } from '../ledger/person-account.ts';
import { changeSeqs, noteAccountChange } from '../repositories/account-change-repository.ts';
import { liveOrders, type OrderRecord } from '../repositories/order-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { AccountAtTick, type MarketAtTick } from './account-at-tick.ts';
import type { AccountRef } from './account-index.ts';
import type { DeskParts } from './desk-parts.ts';
import { stopHit, triggerHit } from './judgement.ts';
import { type Cost, costOf } from './order-terms.ts';
import { stopOut } from './stop-out.ts';

/** Cost of a pending order at the tick, on the terms that were copied onto it and today's fee. */
function costAt(parts: DeskParts, order: OrderRecord, market: MarketAtTick): Cost | undefined {
  const product = parts.catalogue.byId(order.product_id);
  const price = market.priceOf(order.product_id);
  if (!product || price === undefined) return undefined;
  const copied = {
    contractNumber: order.contract_number,
    marginMode: order.margin_mode === 1 ? 1 : 0,
    quoteRate: order.quote_rate,
  } as const;
  return costOf(
    parts,
    { ...copied, feePerLot: product.feePerLot, feeOfMargin: product.feeOfMargin },
    { lots: order.lots, leverage: order.leverage, price },
  );
}

async function closeStopped(trx: Trx, at: AccountAtTick, productId: number): Promise<void> {
  const price = at.market.priceOf(productId);
  if (price === undefined || !at.market.isTradable(productId)) return;
  for (const order of at.positions()) {
    const hit = order.product_id === productId ? stopHit(order, price, at.market.seq) : undefined;
    if (hit) await at.close(trx, order, hit);
  }
}

/** Returns true when an order was triggered. */
async function triggerPendings(parts: DeskParts, trx: Trx, at: AccountAtTick, productId: number, level: Ratio): Promise<boolean> {
  const price = at.market.priceOf(productId);
  if (price === undefined || !at.market.isTradable(productId)) return false;
  let hasTriggered = false;
  for (const order of at.pendings()) {
    if (order.product_id !== productId || !triggerHit(order, price, at.market.seq)) continue;
    const cost = costAt(parts, order, at.market);
    if (!cost) continue;
    await at.trigger(trx, order, cost, level);
    hasTriggered = true;
  }
  return hasTriggered;
}

/**
 * Settles the account at a tick of a product. Returns the version of the account's change, undefined when no order changed (a margin
 * call may have been noted).
 */
export async function settleAccount(
  parts: DeskParts,
  trx: Trx,
  ref: AccountRef,
  tick: { readonly productId: number; readonly market: MarketAtTick; readonly stopOutLevel: Ratio },
): Promise<number | undefined> {
  const { productId, market, stopOutLevel } = tick;
  const account = await lockPersonAccount(trx, ref.userId, ref.type);
  const live = await liveOrders(trx, ref.userId, ref.type);
  const acted = (await changeSeqs(trx, [ref.userId])).find((row) => row.account_type === ref.type)?.seq ?? 0;
  const at = new AccountAtTick(account, live, acted, market);
  const rules = { stopOutLevel, nowMs: parts.clock.now() };
  const isHeld = at.positions().some((order) => order.product_id === productId);
  await closeStopped(trx, at, productId);
  if (isHeld) await stopOut(trx, at, rules);
  if (await triggerPendings(parts, trx, at, productId, stopOutLevel)) await stopOut(trx, at, rules);
  const events = at.events();
  await appendEvents(trx, ref.userId, events, rules.nowMs);
  return events.length > 0 ? noteAccountChange(trx, ref, market.seq) : undefined;
}
