/** How many lots lose a given amount at a given stop. Decision D9.06: floored to the Pip step, so that the loss is never above what was asked. */
import type { ContractTerms } from './contract.ts';
import { type Lots, type Money, ONE, type Price, parseDecimal, type Ratio } from './decimal.ts';

const PERCENT_MOST = 100n * ONE;

/** The part of the equity that is ready to be lost, as it is typed: above zero, at most 100 percent; `undefined` for anything else. */
export function typedRiskPercent(text: string): Ratio | undefined {
  const percent = parseDecimal<Ratio>(text);
  return percent !== undefined && percent > 0n && percent <= PERCENT_MOST ? percent : undefined;
}

/**
 * risk / (|price - stop| x contract number x QuoteRate), floored to a multiple of `pip`; 0 when even one step would lose more.
 * `undefined` when the stop is the price or the risk is not above zero. Example: 100 over 0.00500 x 100000 = 0.2 lots.
 */
export function lotsOfRisk(
  order: Pick<ContractTerms, 'contractNumber' | 'quoteRate'> & { risk: Money; price: Price; stop: Price; pip: Lots },
): Lots | undefined {
  const distance = order.price > order.stop ? order.price - order.stop : order.stop - order.price;
  if (distance === 0n || order.risk <= 0n || order.pip <= 0n) return undefined;
  const steps = (order.risk * ONE ** 3n) / (distance * order.contractNumber * order.quoteRate * order.pip);
  return steps * order.pip;
}

/**
 * The same with what the order costs beside the loss at its stop, `cost` for the same lots, floored to a multiple of `pip`: both grow with the lots
 * (decision D9.471). Example: of 100 at risk, where 1 lot loses 97 and costs 34, 0.76 lots are left.
 */
export function lotsWithCost(at: { readonly lots: Lots; readonly loss: Money; readonly cost: Money }, risk: Money, pip: Lots): Lots {
  const whole = at.loss + at.cost;
  return whole > 0n ? ((risk * at.lots) / (whole * pip)) * pip : at.lots;
}
