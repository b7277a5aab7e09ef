/**
 * The estimate of the order ticket at the price of this moment: what the order would cost, how the account would stand, where it would
 * be stopped out, and which refusal the server would answer. The same formulas as the server's, in its order of checks (D1.5.15).
 */
import { type AccountFunds, marginLevelPercent, usable } from '#domain/account.ts';
import type { Position, Side } from '#domain/contract.ts';
import { type Lots, type Money, type Price, parseDecimal, type Ratio, toNumber } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { lotsProblem } from '#domain/lots.ts';
import { initialMargin } from '#domain/margin.ts';
import { stopOutPrice } from '#domain/stop-out-price.ts';
import { ERROR } from '#protocol/errors.ts';
import type { ProductTerms } from '../quotes/product-terms.ts';

export type TicketQuestion = {
  readonly terms: ProductTerms;
  readonly lots: string;
  readonly leverage: number;
  /** `undefined` before there is a price. */
  readonly price: Price | undefined;
  readonly market: 'open' | 'closed' | 'stale';
  /** A held product is silent in an open market: nobody knows what the account is worth. */
  readonly holdsStale: boolean;
  /** Open positions in this product. */
  readonly positions: readonly Position[];
  /** `undefined` for a visitor. */
  readonly funds: AccountFunds | undefined;
  readonly feeType: string;
  readonly stopOutLevel: Ratio;
};

/** `undefined` figures are not known (shown as '--'). `problem`: 0, or the code that the server would answer. */
export type TicketEstimate = {
  readonly price: number;
  readonly margin: Money | undefined;
  readonly fee: Money | undefined;
  readonly marginLevelAfter: Ratio | undefined;
  readonly stopOutBuy: number;
  readonly stopOutSell: number;
  readonly problem: number;
};

type Cost = { readonly price: Price; readonly lots: Lots; readonly margin: Money; readonly fee: Money };

export function ticketEstimate(question: TicketQuestion): TicketEstimate {
  const cost = costOf(question);
  const funds = question.funds;
  const after = funds && cost && fundsAfter(funds, cost);
  const stopOut = (side: Side): number => (after && cost ? stopOutOf(question, after, cost, side) : 0);
  return {
    price: question.price === undefined ? 0 : toNumber(question.price),
    margin: cost?.margin,
    fee: cost?.fee,
    marginLevelAfter: after && marginLevelPercent(after),
    stopOutBuy: stopOut('buy'),
    stopOutSell: stopOut('sell'),
    problem: problemOf(question, cost),
  };
}

const isLeverageOffered = ({ terms, leverage }: TicketQuestion): boolean => terms.marginMode === 1 || terms.leverages.includes(leverage);

/** Margin and fee; `undefined` while lots, leverage or price are not there, or when the product of them fits no account. */
function costOf(question: TicketQuestion): Cost | undefined {
  const lots = parseDecimal<Lots>(question.lots);
  const { terms, price, feeType } = question;
  if (lots === undefined || lots <= 0n || price === undefined || !isLeverageOffered(question)) return undefined;
  try {
    const margin = initialMargin({ ...terms, lots, price, leverage: question.leverage });
    return { price, lots, margin, fee: tradeFee({ feeType, lots, margin, rate: terms.feeRate }) };
  } catch {
    return undefined;
  }
}

function fundsAfter(funds: AccountFunds, cost: Cost): AccountFunds {
  return { ...funds, balance: funds.balance - cost.margin - cost.fee, margin: funds.margin + cost.margin };
}

function stopOutOf(question: TicketQuestion, after: AccountFunds, cost: Cost, side: Side): number {
  const { terms } = question;
  const equity = after.balance + after.margin + after.pending + after.floatingProfit - after.deficit;
  try {
    const price = stopOutPrice({
      price: cost.price,
      positions: [...question.positions, { ...terms, side, lots: cost.lots }],
      equity,
      margin: after.margin,
      stopOutLevel: question.stopOutLevel,
      pricePrecision: terms.pricePrecision,
    });
    return price === undefined ? 0 : toNumber(price);
  } catch {
    return 0;
  }
}

/** The first refusal, in the server's order: leverage, lots, market, price, margin, balance. 0: none. */
function problemOf(question: TicketQuestion, cost: Cost | undefined): number {
  const { terms, funds } = question;
  if (!isLeverageOffered(question)) return ERROR.leverageInvalid;
  if (lotsProblem(parseDecimal<Lots>(question.lots), terms.lots)) return ERROR.lotsInvalid;
  if (question.market === 'closed') return ERROR.marketClosed;
  if (question.market === 'stale' || question.price === undefined || question.holdsStale) return ERROR.quoteStale;
  if (!cost || cost.margin <= 0n) return ERROR.marginTooSmall;
  return funds && usable(funds) < cost.margin + cost.fee ? ERROR.balanceTooSmall : ERROR_NONE;
}

const ERROR_NONE = 0;
