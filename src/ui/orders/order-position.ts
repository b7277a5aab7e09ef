/** An order as the money formulas see it. */
import type { Position } from '#domain/contract.ts';
import { decimalFromNumber, type Lots, type Money, type Price } from '#domain/decimal.ts';
import { type Order, orderPosition } from '#domain/order.ts';
import { chargesOf } from '#domain/order-result.ts';
import { contractProfit } from '#domain/profit.ts';
import { productMap } from '../state/products.ts';

/** Its whole size, or so many lots of it. */
export function positionOf(order: Order, lots: Lots = order.lots): Position {
  return { ...orderPosition(order, productMap.value.get(order.product.id)?.contractNumber), lots };
}

/** What an order would come to at a price, exact, the fee not in it; `undefined` for no price or for more than an account can hold. */
export function profitAt(order: Order, price: number, lots?: Lots): Money | undefined {
  const at = decimalFromNumber<Price>(price);
  if (at === undefined || at <= 0n) return undefined;
  try {
    return contractProfit({ ...positionOf(order, lots), price: at });
  } catch {
    return undefined;
  }
}

/** What an order would come to at a price once its fee and the nights so far are in it (decision D9.116); `undefined` as above. */
export function netAt(order: Order, price: number): Money | undefined {
  const profit = profitAt(order, price);
  return profit === undefined ? undefined : profit + chargesOf(order);
}
