/** The ticket's problems in words: what a field wants, as a sentence under it or above Buy and Sell. */
import type { Side } from '#domain/contract.ts';
import { formatDecimal, type Lots, parseDecimal } from '#domain/decimal.ts';
import { type LotsProblem, smallestLots } from '#domain/lots.ts';
import type { Product } from '#domain/product.ts';
import type { StopName } from '#domain/stops.ts';
import { PRICE_BELOW, type TypedPriceProblem } from '#domain/typed-price.ts';
import { type Key, t } from '../../../language/i18n.ts';
import { numberText } from '../../../text/format.ts';
import type { PriceField, TicketField, TicketProblems } from './ticket.ts';

function lotsProblemText(problem: LotsProblem, product: Product): string {
  switch (problem) {
    case 'missing':
      return t('ticket:lots.missing');
    case 'too-small':
      return t('ticket:lots.min', { min: smallestText(product) });
    case 'above-max':
      return t('ticket:lots.max', { max: formatDecimal(product.lots.max, 2) });
    case 'not-a-step':
      return t('ticket:lots.step', { step: formatDecimal(product.lots.pip, 2) });
  }
}

/** Typed lots as those of an order are written: '0.10' for '0.1'. */
export function typedLotsText(text: string): string {
  const lots = parseDecimal<Lots>(text);
  return lots === undefined ? text : formatDecimal(lots, 2);
}

/** 'From 0.10 to 50.00 lots': what may be sent, by the one rule that every place goes by. */
export const lotsRangeText = (product: Product): string =>
  t('ticket:lots.hint', { min: smallestText(product), max: formatDecimal(product.lots.max, 2) });

/** '0.10': the smallest order. */
export const smallestText = (product: Product): string => formatDecimal(smallestLots(product.lots), 2);

const MISSING: Readonly<Record<PriceField, Key>> = {
  orderPrice: 'ticket:order-price.missing',
  stopLoss: 'ticket:stop-loss.missing',
  takeProfit: 'ticket:take-profit.missing',
};

function priceText(field: PriceField, problem: TypedPriceProblem, product: Product): string {
  if (problem === 'too-large') return t('ticket:price.too-large', { below: numberText(PRICE_BELOW) });
  return problem === 'missing' ? t(MISSING[field]) : t('ticket:price.digits', { digits: product.pricePrecision });
}

/** The sentence for a field's problem; `undefined` when there is none. */
export function problemText(field: TicketField, problems: TicketProblems, product: Product): string | undefined {
  if (field === 'leverage') return problems.leverage && t('ticket:block.no-leverage');
  if (field === 'lots') return problems.lots && lotsProblemText(problems.lots, product);
  if (field === 'goodTill') return problems.goodTill && t('ticket:good-till.missing');
  const problem = problems[field];
  return problem && priceText(field, problem, product);
}

/** Why a side is impossible, as short as a button is wide. */
export function impossibleText(stops: readonly StopName[], side: Side): string | undefined {
  if (stops.length > 1) return t('ticket:side.both');
  if (stops[0] === 'stopLoss') return side === 'buy' ? t('ticket:side.stop-loss-below') : t('ticket:side.stop-loss-above');
  if (stops[0] === 'takeProfit') return side === 'buy' ? t('ticket:side.take-profit-above') : t('ticket:side.take-profit-below');
  return undefined;
}
