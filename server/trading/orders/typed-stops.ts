/** Prices and stops as they come in a call: read by the rules of `src/domain/stops.ts`, or the refusal that names the field (decisions D1.2.25, D1.4.26). */
import type { Side } from '#domain/contract.ts';
import { type Price, parseDecimal } from '#domain/decimal.ts';
import { type Stops, wrongStops } from '#domain/stops.ts';
import { isPriceStep } from '#domain/typed-price.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import { invalidField, type Outcome, refused } from '../../outcome.ts';

/** A price that a person typed, or the refusal 1001 that names the field. */
export function typedPrice(product: Product, field: string, text: string): Price | Outcome<never> {
  const price = parseDecimal<Price>(text);
  if (price !== undefined && price >= 0n && isPriceStep(price, product.pricePrecision)) return price;
  const allowed = `a price with at most ${product.pricePrecision} digits after the point`;
  return invalidField({ field, value: text, allowed }) as Outcome<never>;
}

type TypedStops = { readonly stop_loss_price: string; readonly target_profit_price: string };

/** Both stops as they were typed, or the refusal of the first that is no price of the product. */
export function typedStops(product: Product, fields: TypedStops): Stops | Outcome<never> {
  const stopLoss = typedPrice(product, 'stop_loss_price', fields.stop_loss_price);
  if (typeof stopLoss === 'object') return stopLoss;
  const takeProfit = typedPrice(product, 'target_profit_price', fields.target_profit_price);
  return typeof takeProfit === 'object' ? takeProfit : { stopLoss, takeProfit };
}

/** Refusal 1103 when a stop is on the wrong side of the reference. */
export const stopsRefusal = (side: Side, reference: Price, stops: Stops): Outcome<never> | undefined =>
  wrongStops(side, reference, stops).length > 0 ? refused('stopInvalid') : undefined;
