/** Why Buy and Sell wait, if they do: the first reason in the order a person can do something about. Reads signals. */
import type { Money } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { ageText } from '../../age-text.ts';
import { moneyText } from '../../format.ts';
import { type Freshness, freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { usable } from '../../state/account.ts';
import { estimate } from '../../state/estimate.ts';
import { sessionStatus } from '../../state/session.ts';
import { setting } from '../../state/site.ts';
import { dateTimeText } from '../../time.ts';
import { FIELD_ORDER, problems, type Ticket } from './ticket.ts';
import { problemText } from './ticket-texts.ts';

/** `undefined`: the ticket may be sent, or, for a visitor, the press leads to the login. */
export function ticketBlock(ticket: Ticket, product: ProductRow, ageS: number): string | undefined {
  const freshness = freshnessOf(product.Id);
  // A pending order may wait for the market to open (decision D1.2.22).
  const isShut = freshness === 'closed' && ticket.mode === 'market';
  if (sessionStatus.value === 'visitor') return isShut ? closedText(product) : undefined;
  return marketBlock(freshness, isShut, product, ageS) ?? fieldBlock(ticket, product) ?? accountBlock();
}

function marketBlock(freshness: Freshness, isShut: boolean, product: ProductRow, ageS: number): string | undefined {
  switch (freshness) {
    case 'live':
      return undefined;
    case 'closed':
      return isShut ? closedText(product) : undefined;
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

function fieldBlock(ticket: Ticket, product: ProductRow): string | undefined {
  const found = problems(ticket, product);
  const first = FIELD_ORDER.find((field) => found[field] !== undefined);
  return first && problemText(first, found, product);
}

/** Only the engine knows the account: its word on what the order needs. */
function accountBlock(): string | undefined {
  const found = estimate.value;
  switch (found?.problem) {
    case ERROR.balanceTooSmall: {
      const needed = ((found.margin ?? 0n) + (found.fee ?? 0n)) as Money;
      const amounts = { needed: moneyText(needed, 2), available: moneyText(usable.value, 2), currency: setting('currency') };
      return t('trade:block.balance', amounts);
    }
    case ERROR.marginTooSmall:
      return t('trade:block.margin');
    case ERROR.quoteStale:
      // This product's own price is fresh, or its age would have been the reason.
      return t('trade:block.holds-stale');
    default:
      return undefined;
  }
}
