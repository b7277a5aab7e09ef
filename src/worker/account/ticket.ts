/**
 * The estimate of the order ticket at the price of this moment: what the order would cost, what the account would become, what its stops
 * would bring, where it would be stopped out, and which refusal the server would answer. The same formulas as the server's, in its
 * order of checks (D1.5.15). A pending order is computed as if it were filled at its order price, all else standing still.
 */
import { type AccountFunds, equity, marginLevelPercent, usable } from '#domain/account.ts';
import type { Position, Side } from '#domain/contract.ts';
import { type Lots, type Money, type Price, parseDecimal, type Ratio, toNumber } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { lotsProblem } from '#domain/lots.ts';
import { initialMargin } from '#domain/margin.ts';
import type { TradeTerms } from '#domain/product.ts';
import { contractProfit } from '#domain/profit.ts';
import { stopOutPrice } from '#domain/stop-out-price.ts';
import { STOP_NAMES, type StopName, type Stops, triggerSideOf, wrongStops } from '#domain/stops.ts';
import { typedPriceProblem } from '#domain/typed-price.ts';
import type { TicketInput } from '#protocol/engine-api.ts';
import { ERROR } from '#protocol/errors.ts';
import { TRIGGER } from '#protocol/frame.ts';
import { NO_RISK, type RiskFigures, riskFigures } from './ticket-risk.ts';

export type TicketQuestion = {
  readonly terms: TradeTerms;
  readonly ticket: TicketInput;
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

type StopProfits = Record<`${StopName}${'Buy' | 'Sell'}`, Money | undefined>;
/** `undefined` figures are not known (shown as '--'). `problem`: 0, or the code that the server would answer either side. */
export type TicketEstimate = RiskFigures &
  StopProfits & {
    readonly price: number;
    readonly margin: Money | undefined;
    readonly fee: Money | undefined;
    readonly marginLevelAfter: Ratio | undefined;
    readonly stopOutBuy: number;
    readonly stopOutSell: number;
    readonly problem: number;
    readonly trigger: number;
  };

type Cost = { readonly price: Price; readonly lots: Lots; readonly margin: Money; readonly fee: Money };

export function ticketEstimate(question: TicketQuestion): TicketEstimate {
  const { terms, ticket, funds } = question;
  const price = referenceOf(question);
  const cost = costOf(question, price);
  const after = funds && cost && fundsAfter(question, funds, cost);
  const stopOut = (side: Side): number => (after && cost ? stopOutOf(question, after, cost, side) : 0);
  const risk = ticket.risk && funds && price !== undefined ? riskFigures(ticket.risk, { terms, price, equity: equity(funds) }) : NO_RISK;
  return {
    price: price === undefined ? 0 : toNumber(price),
    margin: cost?.margin,
    fee: cost?.fee,
    marginLevelAfter: after && orUndefined(() => marginLevelPercent(after)),
    stopOutBuy: stopOut('buy'),
    stopOutSell: stopOut('sell'),
    problem: problemOf(question, price, cost),
    trigger: triggerOf(question, price),
    ...stopProfits(question, cost),
    ...risk,
  };
}

const isLeverageOffered = ({ terms, ticket }: TicketQuestion): boolean =>
  terms.marginMode === 1 || terms.leverages.some(({ value }) => value === ticket.leverage);

/** A typed price; `undefined` when it is off, empty, zero or finer than the product's step. */
function typedPrice(text: string | undefined, terms: TradeTerms): Price | undefined {
  return text === undefined || typedPriceProblem(text, terms.pricePrecision) ? undefined : parseDecimal<Price>(text);
}

/** The price that everything is computed at: the price now, or the order price of a pending order. */
const referenceOf = ({ ticket, terms, price }: TicketQuestion): Price | undefined =>
  ticket.orderPrice === undefined ? price : typedPrice(ticket.orderPrice, terms);

const stopsOf = ({ ticket, terms }: TicketQuestion): Stops => ({
  stopLoss: typedPrice(ticket.stopLoss, terms) ?? 0n,
  takeProfit: typedPrice(ticket.takeProfit, terms) ?? 0n,
});

/** Margin and fee; `undefined` while lots, leverage or price are not there, or when the product of them fits no account. */
function costOf(question: TicketQuestion, price: Price | undefined): Cost | undefined {
  const { terms, ticket, feeType } = question;
  const lots = parseDecimal<Lots>(ticket.lots);
  if (lots === undefined || lots <= 0n || price === undefined || !isLeverageOffered(question)) return undefined;
  return orUndefined(() => {
    const margin = initialMargin({ ...terms, lots, price, leverage: ticket.leverage });
    return { price, lots, margin, fee: tradeFee({ feeType, lots, margin, rate: terms.feeRate }) };
  });
}

/** The account once the order is filled at its price: the positions of the product have moved there too. */
function fundsAfter({ price, positions }: TicketQuestion, funds: AccountFunds, cost: Cost): AccountFunds | undefined {
  return orUndefined(() => {
    const moved = positions.map((held) => contractProfit({ ...held, openPrice: price ?? cost.price, price: cost.price }));
    const floatingProfit = moved.reduce<Money>((sum, profit) => sum + profit, funds.floatingProfit);
    return { ...funds, balance: funds.balance - cost.margin - cost.fee, margin: funds.margin + cost.margin, floatingProfit };
  });
}

function stopOutOf({ terms, positions, stopOutLevel }: TicketQuestion, after: AccountFunds, cost: Cost, side: Side): number {
  const price = orUndefined(() =>
    stopOutPrice({
      price: cost.price,
      positions: [...positions, { ...terms, side, lots: cost.lots }],
      equity: equity(after),
      margin: after.margin,
      stopOutLevel,
      pricePrecision: terms.pricePrecision,
    }),
  );
  return price === undefined ? 0 : toNumber(price);
}

/** What the order would have won or lost at each of its stops; nothing for a side that cannot have that stop. */
function stopProfits(question: TicketQuestion, cost: Cost | undefined): StopProfits {
  const stops = stopsOf(question);
  const at = (side: Side, stop: StopName): Money | undefined => {
    const price = stops[stop];
    if (!cost || price === 0n || wrongStops(side, cost.price, stops).includes(stop)) return undefined;
    return orUndefined(() => contractProfit({ ...question.terms, side, lots: cost.lots, openPrice: cost.price, price }));
  };
  return {
    stopLossBuy: at('buy', 'stopLoss'),
    stopLossSell: at('sell', 'stopLoss'),
    takeProfitBuy: at('buy', 'takeProfit'),
    takeProfitSell: at('sell', 'takeProfit'),
  };
}

const TRIGGERS = { down: TRIGGER.falls, up: TRIGGER.rises, now: TRIGGER.atOnce } as const;

/** A target that is the price of a closed market waits for the first tick, wherever that is. */
function triggerOf({ ticket, price, market }: TicketQuestion, target: Price | undefined): number {
  if (ticket.orderPrice === undefined || price === undefined || target === undefined) return TRIGGER.none;
  const side = triggerSideOf(target, price);
  return side === 'now' && market === 'closed' ? TRIGGER.none : TRIGGERS[side];
}

/** The first refusal, in the server's order: leverage, lots, market, typed prices, fresh price, stops, margin, balance. 0: none. */
function problemOf(question: TicketQuestion, reference: Price | undefined, cost: Cost | undefined): number {
  const { terms, ticket, market, funds } = question;
  const isPending = ticket.orderPrice !== undefined;
  if (!isLeverageOffered(question)) return ERROR.leverageInvalid;
  if (lotsProblem(parseDecimal<Lots>(ticket.lots), terms.lots)) return ERROR.lotsInvalid;
  if (market === 'closed' && !isPending) return ERROR.marketClosed;
  const stops = stopsOf(question);
  const isStopBad = STOP_NAMES.some((stop) => ticket[stop] !== undefined && stops[stop] === 0n);
  if (isStopBad || (isPending && reference === undefined)) return ERROR.invalidField;
  if (market === 'stale' || question.price === undefined || reference === undefined) return ERROR.quoteStale;
  if ((['buy', 'sell'] as const).every((side) => wrongStops(side, reference, stops).length > 0)) return ERROR.stopInvalid;
  if (question.holdsStale) return ERROR.quoteStale;
  if (!cost || cost.margin <= 0n) return ERROR.marginTooSmall;
  return funds && usable(funds) < cost.margin + cost.fee ? ERROR.balanceTooSmall : ERROR_NONE;
}

const ERROR_NONE = 0;

/** A figure that fits no account is not known; anything that fails here is such a one. */
function orUndefined<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
