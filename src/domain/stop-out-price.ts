/**
 * The price of one product at which the account would be stopped out, everything else standing still. Decision D9.06; shown before
 * an order is sent and on a position, never used to execute anything.
 */
import { type Position, sideSign } from './contract.ts';
import { type Money, ONE, type Price, type Ratio, unitOfDigits } from './decimal.ts';

/** Largest price that can be stored. A tiny short behind a large equity would be stopped out far above it. */
const PRICE_MOST = 2n ** 63n - 1n;

/** Beyond this part of the price, a half, a stop-out is no distance that anybody reckons with. */
const NEAR_PART = 0.5;

/** Whether a stop-out lies near enough to the price for its figure to tell anything: 0.9 and 1.5 do at a price of 1, 0.4 and 2.1 do not. */
export const isStopOutNear = (stopOut: number, price: number): boolean => Math.abs(stopOut - price) <= price * NEAR_PART;

type StopOutQuestion = {
  /** Price now. */
  readonly price: Price;
  /** All positions in this product, the order asked about among them. */
  readonly positions: readonly Pick<Position, 'side' | 'lots' | 'contractNumber' | 'quoteRate'>[];
  /** Equity of the account after the order's fee. */
  readonly equity: Money;
  /** All margin of the account, with the order's. */
  readonly margin: Money;
  /** stop_out_level, a percent: 50. */
  readonly stopOutLevel: Ratio;
  /** PricePrecision of the product, 0 to 8. */
  readonly pricePrecision: number;
};

/**
 * p - (equity - level x margin) / net exposure, where net exposure is the sum of sign x lots x contract number x QuoteRate. Rounded
 * against the trader: up when long, down when short. `undefined` (shown as '--') without exposure, or when it would be
 * a price that cannot be: at or below zero, or beyond 64 bits.
 * Example: long 0.1 lot of 100000 at 1.08345, equity 10000, margin 108.345, level 50 %: 1.08345 - (10000 - 54.1725) / 10000 = 0.08887.
 */
export function stopOutPrice(question: StopOutQuestion): Price | undefined {
  const exposure = question.positions.reduce((sum, it) => sum + sideSign(it.side) * it.lots * it.contractNumber * it.quoteRate, 0n);
  if (exposure === 0n) return undefined;
  // (equity - level x margin / 100) in units of 10^-18; exposure is in units of 10^-24 and a price in units of 10^-8.
  const cushion = question.equity * 100n * ONE - question.stopOutLevel * question.margin;
  const numerator = question.price * exposure - cushion * 10n ** 14n;
  const exact = exposure > 0n ? { top: numerator, bottom: exposure } : { top: -numerator, bottom: -exposure };
  if (exact.top <= 0n) return undefined;
  const unit = unitOfDigits(question.pricePrecision);
  const step = exact.bottom * unit;
  const steps = exposure > 0n ? (exact.top + step - 1n) / step : exact.top / step;
  const price = steps * unit;
  return price > 0n && price <= PRICE_MOST ? price : undefined;
}
