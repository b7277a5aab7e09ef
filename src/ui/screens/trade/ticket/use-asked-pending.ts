/** Fills the ticket with the pending order that was asked for on the chart, and goes to it. */
import { batch, useSignalEffect } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { askedPending } from '../asked-pending.ts';
import type { TicketState } from './ticket-state.ts';

export function useAskedPending(product: Product, state: TicketState): void {
  useSignalEffect(() => {
    const asked = askedPending.value;
    if (asked?.productId !== product.id || state.ticket.value?.productId !== product.id) return;
    askedPending.value = undefined;
    batch(() => {
      state.change({ type: 'mode', mode: 'pending', product, close: quoteOf(product.id).close.peek() });
      state.change({ type: 'price', field: 'orderPrice', text: asked.price });
    });
    // The side that was asked for is one press away, and the price is in sight.
    document.getElementById(`trade-bar-${asked.side}`)?.closest('button')?.focus({ preventScroll: true });
    requestAnimationFrame(() => document.querySelector('.ticket-stops')?.scrollIntoView({ block: 'nearest' }));
  });
}
