/** What stop loss and take profit may be: on the right side of a reference price and no finer than the product's price step (decisions D1.2.25, D1.4.26). */
import type { Side } from '#domain/contract.ts';
import { DECIMAL_DIGITS, type Price, parseDecimal } from '#domain/decimal.ts';
import type { Product } from '../catalogue/catalogue.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';

/** 0n: none. */
export type Stops = { readonly stopLoss: Price; readonly takeProfit: Price };
export const NO_STOPS: Stops = { stopLoss: 0n, takeProfit: 0n };

const priceStep = (product: Product): Price => 10n ** BigInt(DECIMAL_DIGITS - product.pricePrecision);

/** A price that a person typed, or the refusal 1001 that names the field. */
export function typedPrice(product: Product, field: string, text: string): Price | Outcome<never> {
  const price = parseDecimal<Price>(text);
  if (price !== undefined && price >= 0n && price % priceStep(product) === 0n) return price;
  const allowed = `a price with at most ${product.pricePrecision} digits after the point`;
  return invalidField({ field, value: text, allowed }) as Outcome<never>;
}

export type TypedStops = { readonly stop_loss_price: string; readonly target_profit_price: string };

/** Both stops as they were typed, or the refusal of the first that is no price of the product. */
export function typedStops(product: Product, fields: TypedStops): Stops | Outcome<never> {
  const stopLoss = typedPrice(product, 'stop_loss_price', fields.stop_loss_price);
  if (typeof stopLoss === 'object') return stopLoss;
  const takeProfit = typedPrice(product, 'target_profit_price', fields.target_profit_price);
  return typeof takeProfit === 'object' ? takeProfit : { stopLoss, takeProfit };
}

/** Refusal 1103 unless a buy has stop < reference < target and a sell the reverse; equality is refused, none (0) is allowed. */
export function stopsRefusal(side: Side, reference: Price, { stopLoss, takeProfit }: Stops): Outcome<never> | undefined {
  const [below, above] = side === 'buy' ? [stopLoss, takeProfit] : [takeProfit, stopLoss];
  const isRight = (below === 0n || below < reference) && (above === 0n || above > reference);
  return isRight ? undefined : refused('stopInvalid');
}
