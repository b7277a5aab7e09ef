/** Prices and stops as they come in a call: read by the rules of `src/domain/stops.ts`, or the refusal that names the field (decisions D1.2.25, D1.4.26). */
import type { Side } from '#domain/contract.ts';
import { type Price, parseDecimal } from '#domain/decimal.ts';
import type { OrderField } from '#domain/order-request.ts';
import { type StopName, type Stops, wrongStops } from '#domain/stops.ts';
import { isWholePoints } from '#domain/typed-price.ts';
import { FIELD_NAMES } from '#protocol/order-requests.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import { invalidField, type Outcome, refused } from '../../outcome.ts';

/** A price that a person typed, or the refusal 1001 that names the field. */
export function typedPrice(product: Product, field: OrderField, text: string): Price | Outcome<never> {
  const price = parseDecimal<Price>(text);
  if (price !== undefined && price >= 0n && isWholePoints(price, product.pricePrecision)) return price;
  const allowed = `a price with at most ${product.pricePrecision} digits after the point`;
  return invalidField({ field: FIELD_NAMES[field], value: text, allowed }) as Outcome<never>;
}

/** The price that a pending order is to wait for, or the refusal 1001. */
export function typedTarget(product: Product, text: string): Price | Outcome<never> {
  const target = typedPrice(product, 'orderPrice', text);
  if (typeof target === 'object' || target > 0n) return target;
  return invalidField({ field: FIELD_NAMES.orderPrice, value: text, allowed: 'the order price' }) as Outcome<never>;
}

/** Both stops as they were typed, or the refusal of the first that is no price of the product. */
export function typedStops(product: Product, asked: Readonly<Record<StopName, string>>): Stops | Outcome<never> {
  const stopLoss = typedPrice(product, 'stopLoss', asked.stopLoss);
  if (typeof stopLoss === 'object') return stopLoss;
  const takeProfit = typedPrice(product, 'takeProfit', asked.takeProfit);
  return typeof takeProfit === 'object' ? takeProfit : { stopLoss, takeProfit };
}

/** Refusal 1103 when a stop is on the wrong side of the reference. */
export const stopsRefusal = (side: Side, reference: Price, stops: Stops): Outcome<never> | undefined =>
  wrongStops(side, reference, stops).length > 0 ? refused('stopInvalid') : undefined;
