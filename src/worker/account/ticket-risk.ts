/** How large an order may be that loses a given percent of the equity at a stop. Decision D9.06: floored to the Pip step, never above what was asked. */
import { type Lots, type Money, ONE, type Price, parseDecimal } from '#domain/decimal.ts';
import { lotsOfRisk, typedRiskPercent } from '#domain/lots-of-risk.ts';
import type { TradeTerms } from '#domain/product.ts';
import { contractProfit } from '#domain/profit.ts';
import { typedPriceProblem } from '#domain/typed-price.ts';
import type { TicketInput } from '#protocol/engine-api.ts';

export type RiskFigures = {
  /** That percent of the equity, cut to 2 digits. */
  readonly riskMoney: Money | undefined;
  /** 0: even one step would lose more. */
  readonly riskLots: Lots | undefined;
  /** What those lots would lose at the stop, above zero. */
  readonly riskLoss: Money | undefined;
};
export const NO_RISK: RiskFigures = { riskMoney: undefined, riskLots: undefined, riskLoss: undefined };

const CENT = ONE / 100n;

/** Figures that cannot be had are `undefined`: a percent that is not one, a stop that is no price of the product or is the price itself. */
export function riskFigures(
  asked: NonNullable<TicketInput['risk']>,
  { terms, price, equity }: { terms: TradeTerms; price: Price; equity: Money },
): RiskFigures {
  const percent = typedRiskPercent(asked.percent);
  if (percent === undefined || equity <= 0n) return NO_RISK;
  const riskMoney: Money = ((equity * percent) / (100n * ONE * CENT)) * CENT;
  const stop = typedPriceProblem(asked.stop, terms.pricePrecision) ? undefined : parseDecimal<Price>(asked.stop);
  if (stop === undefined) return { ...NO_RISK, riskMoney };
  const riskLots = lotsOfRisk({ ...terms, risk: riskMoney, price, stop, pip: terms.lots.pip });
  if (riskLots === undefined) return { ...NO_RISK, riskMoney };
  return { riskMoney, riskLots, riskLoss: lossAt({ terms, price, stop, lots: riskLots }) };
}

function lossAt({ terms, price, stop, lots }: { terms: TradeTerms; price: Price; stop: Price; lots: Lots }): Money | undefined {
  try {
    return 0n - contractProfit({ ...terms, side: stop < price ? 'buy' : 'sell', lots, openPrice: price, price: stop });
  } catch {
    // More than 64 bits hold: nobody has that much to lose.
    return undefined;
  }
}
