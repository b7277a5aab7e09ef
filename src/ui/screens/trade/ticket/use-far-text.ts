import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { farPrice } from '../../../text/far-price.ts';
import type { PriceField } from './ticket.ts';
import type { TicketState } from './ticket-state.ts';

/**
 * 'Far: 5.85% below 1.08342', of a price of the ticket that lies so far from the market, or, for a stop of a pending order, from the order's
 * price, that it may be a slip; '' of any other. It warns, and holds nothing up.
 */
export const useFarText = (product: Product, state: TicketState, field: PriceField): ReadonlySignal<string> =>
  useComputed(() => {
    const ticket = state.ticket.value;
    const isPending = ticket?.mode === 'pending';
    if (!ticket || (field === 'orderPrice' && !isPending)) return '';
    const reference = isPending && field !== 'orderPrice' ? Number(ticket.orderPrice) : quoteOf(product.id).close.value;
    const far = farPrice(ticket[field], reference, product.pricePrecision);
    return far ? t(far.isAbove ? 'ticket:far.above' : 'ticket:far.below', far.values) : '';
  });
