/** Why Buy and Sell wait, if they do: the first reason in the order a person can do something about. Reads signals. */
import { decimal, formatDecimal, type Lots, type Money } from '#domain/decimal.ts';
import { smallestLots } from '#domain/lots.ts';
import { ERROR } from '#protocol/errors.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { ageText } from '../../age-text.ts';
import { moneyText, numberText } from '../../format.ts';
import { type Freshness, freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { usable } from '../../state/account.ts';
import { estimate } from '../../state/estimate.ts';
import { sessionStatus } from '../../state/session.ts';
import { setting } from '../../state/site.ts';
import { dateTimeText } from '../../time.ts';
import { problems, type Ticket, type TicketProblem } from './ticket.ts';

/** `field`: the reason belongs to the lots field and is shown there as well. */
export type TicketBlock = { text: string; field?: 'lots' };

/** `undefined`: the ticket may be sent, or, for a visitor, the press leads to the login. */
export function ticketBlock(ticket: Ticket, product: ProductRow, ageS: number): TicketBlock | undefined {
  const freshness = freshnessOf(product.Id);
  if (sessionStatus.value === 'visitor') return freshness === 'closed' ? { text: closedText(product) } : undefined;
  const market = marketBlock(freshness, product, ageS);
  if (market) return { text: market };
  const problem = problems(ticket, product);
  if (problem === 'no-leverage') return { text: t('trade:block.no-leverage') };
  if (problem) return { text: lotsText(problem, product), field: 'lots' };
  return balanceBlock();
}

function marketBlock(freshness: Freshness, product: ProductRow, ageS: number): string | undefined {
  switch (freshness) {
    case 'live':
      return undefined;
    case 'closed':
      return closedText(product);
    case 'connecting':
      return t('trade:block.connecting');
    case 'stale':
      return t('trade:block.stale', { age: ageText(ageS) });
    case 'lost':
      return t('trade:block.lost');
    case 'offline':
      return t('trade:block.offline');
  }
}

/** 'Market closed', with the time of the next opening where it is known. */
export function closedText(product: ProductRow): string {
  if (product.OpensAt <= 0) return t('trade:block.closed');
  return t('trade:block.closed-until', { time: dateTimeText(product.OpensAt, setting('timezone')).slice(5, 16) });
}

export function lotsText(problem: Exclude<TicketProblem, 'no-leverage'>, product: ProductRow): string {
  const rules = { pip: decimal<Lots>(product.Pip), min: decimal<Lots>(product.ForexMinCont), max: decimal<Lots>(product.ForexMaxCont) };
  switch (problem) {
    case 'missing':
      return t('trade:lots.missing');
    case 'at-or-below-pip':
      return t('trade:lots.pip', { pip: numberText(product.Pip) });
    case 'below-min':
      return t('trade:lots.min', { min: formatDecimal(smallestLots(rules)) });
    case 'above-max':
      return t('trade:lots.max', { max: numberText(product.ForexMaxCont) });
    case 'not-a-step':
      return t('trade:lots.step', { step: numberText(product.Pip) });
  }
}

/** Only the engine knows the account: its word on what the order needs. */
function balanceBlock(): TicketBlock | undefined {
  const found = estimate.value;
  if (!found || (found.problem !== ERROR.balanceTooSmall && found.problem !== ERROR.marginTooSmall)) return undefined;
  const currency = setting('currency');
  const needed = (found.margin + found.fee) as Money;
  return { text: t('trade:block.balance', { needed: moneyText(needed, 2), available: moneyText(usable.value, 2), currency }) };
}
