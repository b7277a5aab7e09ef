/** Rechecks the money of a deal by the formulas that charge it. */
import { tradeFee } from '../fee.ts';
import { initialMargin } from '../margin.ts';
import { microProfit } from '../micro.ts';
import { contractProfit } from '../profit.ts';
import type { SignedDeal } from './signed-deal.ts';

/** A deal that says by which rule it was made. */
export type RuledDeal = Exclude<SignedDeal, { readonly rule: undefined }>;

/** Whether profit, fee and margin are those that price, lots and terms give. Throws a `RangeError` where one fits no amount. */
export function isMoneyRight(deal: RuledDeal): boolean {
  switch (deal.kind) {
    case 'open': {
      const margin = initialMargin(deal);
      const { feeType, feeRate: rate } = deal.terms;
      return deal.margin === margin && deal.fee === tradeFee({ feeType, lots: deal.lots, margin, rate }) && deal.profit === 0n;
    }
    case 'close':
      return deal.fee === 0n && deal.profit === contractProfit({ ...deal, openPrice: deal.terms.openPrice });
    case 'micro-open':
      return deal.profit === 0n;
    case 'micro-end':
      return deal.profit === (deal.rule === 'micro' ? microProfit({ ...deal.terms, side: deal.side, price: deal.price }) : 0n);
  }
}
