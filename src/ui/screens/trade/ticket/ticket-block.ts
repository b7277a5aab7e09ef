/** Why Buy and Sell wait, if they do: the first reason in the order a person can do something about. Reads signals. */
import type { Money } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { ERROR } from '#protocol/errors.ts';
import { freshnessOf } from '../../../freshness/freshness.tsx';
import { t } from '../../../language/i18n.ts';
import { usable } from '../../../state/account.ts';
import { estimate } from '../../../state/estimate.ts';
import { sessionStatus } from '../../../state/session.ts';
import { amountText } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { closedText, marketBlock } from './market-block.ts';
import { standingBlock } from './standing-block.ts';
import { stopBlock } from './stop-block.ts';
import { FIELD_ORDER, problems, type Ticket } from './ticket.ts';
import { problemText } from './ticket-texts.ts';
import { cutShort, roundedUp } from './too-little.ts';

/** `undefined`: the ticket may be sent, or, for a visitor, the press leads to the way in. */
export function ticketBlock(ticket: Ticket, product: Product, ageS: number): string | undefined {
  const freshness = freshnessOf(product.id);
  // A pending order may wait for the market to open (decision D1.2.22).
  const isShut = freshness === 'closed' && ticket.mode === 'market';
  const shut = isShut ? t('ticket:block.closed', { closed: closedText(product) }) : undefined;
  // What a visitor begins is sent once they are in: it must be whole by then.
  if (sessionStatus.value === 'visitor') return shut ?? fieldBlock(ticket, product);
  return standingBlock() ?? shut ?? marketBlock(freshness, false, product, ageS) ?? fieldBlock(ticket, product) ?? accountBlock();
}

function fieldBlock(ticket: Ticket, product: Product): string | undefined {
  const found = problems(ticket, product);
  const first = FIELD_ORDER.find((field) => found[field] !== undefined);
  return first ? problemText(first, found, product) : stopBlock(ticket, product);
}

/** What the order needs that is not there, margin and fee; `undefined` while there is enough. */
export function neededMoney(): Money | undefined {
  const found = estimate.value;
  if (found?.problem !== ERROR.balanceTooSmall) return undefined;
  return ((found.margin ?? 0n) + (found.fee ?? 0n)) as Money;
}

/** 'Not enough available: 10,894.20 USD needed, 9,876.50 there'. */
export function balanceBlock(): string | undefined {
  const needed = neededMoney();
  return needed === undefined
    ? undefined
    : t('ticket:block.balance', { needed: moneyText(roundedUp(needed)), available: amountText(cutShort(usable.value), 2) });
}

/** Only the engine knows the account: its word on what the order needs. */
function accountBlock(): string | undefined {
  switch (estimate.value?.problem) {
    case ERROR.balanceTooSmall:
      return balanceBlock();
    case ERROR.marginTooSmall:
      return t('ticket:block.margin');
    case ERROR.quoteStale:
      // This product's own price is fresh, or its age would have been the reason.
      return t('ticket:block.holds-stale');
    default:
      return undefined;
  }
}
