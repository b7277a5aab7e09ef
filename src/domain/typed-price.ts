/** A price as a person types it: in steps of 10^-PricePrecision (decision D1.4.26). Fields of the ticket and of stops ask here, and the server. */
import { type Price, parseDecimal, unitOfDigits } from './decimal.ts';

/** 'missing': empty, zero or not a decimal; 'too-fine': more digits than the product has; 'too-large': as large as no price can be. */
export type TypedPriceProblem = 'missing' | 'too-fine' | 'too-large';
/** Prices are below it: more digits before the point can be neither sent nor stored. */
export const PRICE_BELOW = 10_000_000_000;

/** The first rule that a typed price breaks; `undefined` when it may be sent. */
export function typedPriceProblem(text: string, pricePrecision: number): TypedPriceProblem | undefined {
  const price = parseDecimal<Price>(text);
  if (price === undefined && Number(text) >= PRICE_BELOW) return 'too-large';
  if (price === undefined && Number(text) > 0 && /\.\d{9}/.test(text)) return 'too-fine';
  if (price === undefined || price <= 0n) return 'missing';
  return isPriceStep(price, pricePrecision) ? undefined : 'too-fine';
}

/** True for a price that the product can have: zeros at the end are no digits, 1.0800000 with 5 is 1.08. */
export const isPriceStep = (price: Price, pricePrecision: number): boolean => price % unitOfDigits(pricePrecision) === 0n;

/** What is left of a typed text when its field is left: digits beyond the precision cut, never rounded. '1.083429' with 5 is '1.08342'. */
export function cutPrice(text: string, pricePrecision: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, pricePrecision);
  return whole === '' && kept === '' ? '' : `${whole || '0'}${kept && `.${kept}`}`;
}

/** One step of a price as text: '0.00001' for 5, '1' for 0. */
export const priceStep = (pricePrecision: number): string => (pricePrecision === 0 ? '1' : `0.${'1'.padStart(pricePrecision, '0')}`);
