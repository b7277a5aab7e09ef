/** Fills the ticket with the pending order that was asked for on the chart, and goes to it, or asks about it where it was asked for. */
import { batch, type Signal, untracked, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import { UNTIL_CANCELLED } from '#domain/good-till.ts';
import type { Product } from '#domain/product.ts';
import { STOP_NAMES } from '#domain/stops.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { askedPending } from '../asked-pending.ts';
import type { TicketState } from './ticket-state.ts';

type Question = { readonly side: Signal<Side>; readonly isAsking: Signal<boolean> };

/** `isAsking` is set where it is asked about in place; once that is over the ticket is again as it was before. */
export function useAskedPending(product: Product, state: TicketState, { side, isAsking }: Question): void {
  const before = useRef(state.ticket.peek());
  useSignalEffect(() => {
    const asked = askedPending.value;
    if (asked?.productId !== product.id || state.ticket.value?.productId !== product.id) return;
    askedPending.value = undefined;
    before.current = state.ticket.peek();
    batch(() => {
      state.change({ type: 'mode', mode: 'pending', product, close: quoteOf(product.id).close.peek() });
      state.change({ type: 'price', field: 'orderPrice', text: asked.price });
      // Nobody sees the ticket under the chart: the order is what its question says, without stops, until it is cancelled.
      if (asked.isInPlace) {
        for (const stop of STOP_NAMES) state.change({ type: 'toggle', stop, isOn: false, product, close: Number.NaN });
        state.change({ type: 'goodTill', goodTill: UNTIL_CANCELLED });
      }
    });
    if (asked.isInPlace) {
      side.value = asked.side;
      isAsking.value = true;
      return;
    }
    // The side that was asked for is one press away, and the price is in sight.
    document.getElementById(`trade-bar-${asked.side}`)?.closest('button')?.focus({ preventScroll: true });
    requestAnimationFrame(() => document.querySelector('.ticket-stops')?.scrollIntoView({ block: 'nearest' }));
  });
  // Of another product nothing is put back.
  const putBack = () => {
    const kept = before.current;
    if (kept && kept.productId === state.ticket.peek()?.productId) state.change({ type: 'restore', ticket: kept });
  };
  const wasAsking = useRef(false);
  useSignalEffect(() => {
    if (wasAsking.current && !isAsking.value) untracked(putBack);
    wasAsking.current = isAsking.value;
  });
  // A question is about one product. It is over before the ticket becomes another's, which is at the market as the ticket was before.
  useLayoutEffect(
    () => () => {
      if (!isAsking.peek()) return;
      isAsking.value = false;
      putBack();
    },
    [product.id],
  );
}
