/** Handling fee of a contract order. Specification S1 section 9, decision D1.4.02: charged at the fill, none at the close. */
import { type Lots, type Money, quotient, type Ratio } from './decimal.ts';

/** Fraction digits of a fee (decision D0.14). */
const FEE_DIGITS = 6;

/** '1': rate is money per lot; anything else: rate is a fraction of the margin (specification: trade_fee_type). */
type TradeFeeType = string;

/** Fee of an order: trade_fee_type '1': lots x rate; otherwise rounded margin x rate. Examples: 0.5 x 6 = 3; 108.345 x 0.01 = 1.08345. */
export function tradeFee(order: { feeType: TradeFeeType; lots: Lots; margin: Money; rate: Ratio }): Money {
  const base = order.feeType === '1' ? order.lots : order.margin;
  return quotient<Money>(base * order.rate, 1n, 2, FEE_DIGITS);
}
