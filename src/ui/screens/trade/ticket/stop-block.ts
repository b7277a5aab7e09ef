/** Why the stops of the ticket hold both Buy and Sell, if they do. Reads signals. */
import { decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { NEAREST_PERCENT, type StopName } from '#domain/stops.ts';
import { type Key, t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { numberText } from '../../../text/format.ts';
import { nearStop, type StopTicket, unsetStop } from './stop-sides.ts';

const UNSET: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss.move', takeProfit: 'ticket:take-profit.move' };
const NEAR: Readonly<Record<StopName, Key>> = { stopLoss: 'ticket:stop-loss.near', takeProfit: 'ticket:take-profit.near' };

/** The price now, which the stops of a market order are compared with; those of a pending one are not, and follow no tick. */
export const comparedWith = (ticket: StopTicket, product: Product): Price | undefined =>
  ticket.mode === 'market' ? decimalFromNumber<Price>(quoteOf(product.id).close.value) : undefined;

/** Nobody has said yet where a stop is to be, or it lies so near the price that the order would be over at once. */
export function stopBlock(ticket: StopTicket, product: Product): string | undefined {
  const unset = unsetStop(ticket);
  if (unset) return t(UNSET[unset]);
  const near = nearStop(ticket, comparedWith(ticket, product));
  return near && t(NEAR[near], { percent: `${numberText(NEAREST_PERCENT)}%` });
}
