/** What a press of Buy or Sell leads to: the order, a question before it where its person wants one, or, for a visitor, the way in. */
import { type Signal, untracked, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { navigate } from '../../../navigation/navigate.ts';
import { loginPath } from '../../../paths.ts';
import { confirmsOrders } from '../../../state/order-habits.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import { impossibleOf } from './order-side.ts';
import { ticketBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';

type OrderPress = {
  press(side: Side): void;
  /** The side that was pressed last, which the sheets are about. */
  readonly side: Signal<Side>;
  readonly isConfirming: Signal<boolean>;
  readonly isStarting: Signal<boolean>;
};

/** `wanted`: a side that a visitor pressed before the ticket was here. */
export function useOrderPress(product: Product, state: TicketState, from: string, wanted: Signal<Side | undefined>): OrderPress {
  const side = useSignal<Side>('buy');
  const isConfirming = useSignal(false);
  const isStarting = useSignal(false);
  const press = (pressed: Side): void => {
    const ticket = state.ticket.peek();
    if (!ticket || state.sending.peek() || ticketBlock(ticket, product, 0) || impossibleOf(pressed, product, state).peek()) return;
    side.value = pressed;
    if (sessionStatus.peek() === 'in') {
      if (confirmsOrders.peek()) isConfirming.value = true;
      else void state.send(pressed, quoteOf(product.id).close.peek());
    } else if (sessionStatus.peek() === 'visitor') {
      if (flag('is_mock_login')) isStarting.value = true;
      else navigate(loginPath(from));
    }
  };
  // A question is about one product: under the thumb it must not become another's.
  useLayoutEffect(
    () => () => {
      isConfirming.value = false;
      isStarting.value = false;
    },
    [product.id],
  );
  useSignalEffect(() => {
    const early = wanted.value;
    if (!early || !state.ticket.value) return;
    wanted.value = undefined;
    untracked(() => {
      // It was a visitor's press: who has come in since has not seen what it would send.
      if (sessionStatus.peek() === 'visitor') press(early);
    });
  });
  return { press, side, isConfirming, isStarting };
}
