/**
 * Everything that one tick does to one account, under its lock: stop loss and take profit in the order of the numbers,
 * then margin call and stop-out, then pending orders in the order of their numbers, then margin call and stop-out again. Doing it twice
 * at the same tick does nothing the second time.
 */
import type { Trx } from '../../database/database.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';
import { costOfWaiting } from '../orders/order-terms.ts';
import type { AccountAtTick } from './account-at-tick.ts';
import { stopOut } from './stop-out.ts';
import { stopHit, triggerHit } from './tick-rules.ts';

async function closeStopped(trx: Trx, at: AccountAtTick, productId: number): Promise<void> {
  const price = at.market.priceOf(productId);
  if (price === undefined || !at.market.isTradable(productId)) return;
  for (const order of at.positions()) {
    const hit = order.productId === productId ? stopHit(order, price, at.market.seq) : undefined;
    if (hit) await at.closeStopped(trx, order, hit);
  }
}

/** Returns true when an order was triggered. */
async function triggerPendings(trx: Trx, at: AccountAtTick, productId: number, rules: RulesAtTick): Promise<boolean> {
  const price = at.market.priceOf(productId);
  if (price === undefined || !at.market.isTradable(productId)) return false;
  let hasTriggered = false;
  for (const order of at.pendings()) {
    if (order.productId !== productId || !triggerHit(order, price, at.market.seq)) continue;
    await at.trigger(trx, order, costOfWaiting(order, price, rules), rules);
    hasTriggered = true;
  }
  return hasTriggered;
}

/** Does everything that is due at a tick of a product. */
export async function settleAtTick(
  parts: DeskParts,
  trx: Trx,
  at: AccountAtTick,
  tick: { readonly productId: number; readonly rules: RulesAtTick },
): Promise<void> {
  const { productId, rules } = tick;
  const limits = { ...rules, nowMs: parts.clock.now() };
  const isHeld = at.positions().some((order) => order.productId === productId);
  await closeStopped(trx, at, productId);
  if (isHeld) await stopOut(trx, at, limits);
  if (await triggerPendings(trx, at, productId, rules)) await stopOut(trx, at, limits);
  // A close that left no position took the call along.
  if (at.positions().length === 0) at.isCalled = false;
}
