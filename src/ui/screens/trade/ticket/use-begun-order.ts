/** Takes up an order that its person began as a visitor: once they are in, and by the page of their own session alone. */
import { untracked, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { begunOrder } from './begun-order.ts';
import { ticketBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';

export function useBegunOrder(product: Product, state: TicketState): void {
  const session = useMemo(() => sessionNumber.peek(), []);
  useSignalEffect(() => {
    // A page from before the login is about to go: it takes nothing.
    if (sessionStatus.value !== 'in' || sessionNumber.value !== session) return;
    const order = begunOrder.take(session, performance.now());
    if (!order || order.form.productId !== product.id) return;
    untracked(() => {
      state.change({ type: 'restore', ticket: order.form });
      // What can be seen to be refused is not sent: the bar says why, and the person decides anew.
      if (order.sending && ticketBlock(order.form, product, 0) === undefined) void state.send(order.sending.side, order.sending.seenPrice);
    });
  });
}
