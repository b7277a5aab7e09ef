/** A price as a person types it: with digits to 10^-PricePrecision (decision D1.4.26). Fields of the ticket and of stops ask here, and the server. */
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
  return isWholePoints(price, pricePrecision) ? undefined : 'too-fine';
}

/** True for a price that the product can have: zeros at the end are no digits, 1.0800000 with 5 is 1.08. */
export const isWholePoints = (price: Price, pricePrecision: number): boolean => price % unitOfDigits(pricePrecision) === 0n;

/** What is left of a typed text when its field is left: digits beyond the precision cut, never rounded. '1.083429' with 5 is '1.08342'. */
export function cutPrice(text: string, pricePrecision: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, pricePrecision);
  return whole === '' && kept === '' ? '' : `${whole || '0'}${kept && `.${kept}`}`;
}

/**
 * What one press moves a price by, as text (decision D9.496): about 0.05 % of the price now, the nearest of 1, 2 and 5 times a power of ten, never
 * below one point. Example: '0.00050' at 1.08342 with 5 digits, '50.00' at 69,047.98; one point while there is no price, and beside what can be none.
 */
export function priceStep(pricePrecision: number, now: number): string {
  const wanted = now < PRICE_BELOW ? now * 0.0005 : 0;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5, 10].find((it) => wanted < power * it * 1.5) ?? 0;
  return Math.max(power * factor || 0, 10 ** -pricePrecision).toFixed(pricePrecision);
}
