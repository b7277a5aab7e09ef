/** The ticket on screen and what became of the last press: sending, checking, filled or refused. One at a time, kept while the page is. */
import { batch, type Signal, signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import type { OrderRow, ProductRow } from '#protocol/rest/forex.ts';
import { CALL_ERROR, CallError, isQuietFailure } from '#rest/call-error.ts';
import { submitOrder } from '#rest/forex.ts';
import { errorText } from '../../i18n.ts';
import { request } from '../../request.ts';
import { putOrderRow } from '../../watch.ts';
import { initial, reduce, summary, type Ticket, type TicketAction } from './ticket.ts';

/** 'checking': the answer is late and its outcome is being asked for; nothing may be sent meanwhile. */
export type Sending = { side: Side; phase: 'sending' | 'checking' };

export type TicketState = {
  readonly ticket: Signal<Ticket | undefined>;
  readonly sending: Signal<Sending | undefined>;
  /** Why the last order was refused, until the ticket changes or the next one is sent. */
  readonly refusal: Signal<string>;
  /** The last order that was filled. */
  readonly filled: Signal<OrderRow | undefined>;
  readonly isSheetOpen: Signal<boolean>;
  change(action: TicketAction): void;
  /** Sends the ticket at the price that the person saw. A second press while one is under way does nothing. */
  send(side: Side, seenPrice: number): Promise<void>;
};

export function createTicketState(): TicketState {
  const ticket = signal<Ticket | undefined>(undefined);
  const sending = signal<Sending | undefined>(undefined);
  const refusal = signal('');
  const filled = signal<OrderRow | undefined>(undefined);
  const isSheetOpen = signal(false);

  const change = (action: TicketAction): void => {
    const before = ticket.peek();
    const next = before ? reduce(before, action) : action.type === 'product' ? initial(action.product) : undefined;
    if (next === before) return;
    batch(() => {
      ticket.value = next;
      refusal.value = '';
    });
  };

  const send = async (side: Side, seenPrice: number): Promise<void> => {
    const asked = ticket.peek();
    if (!asked || sending.peek()) return;
    batch(() => {
      sending.value = { side, phase: 'sending' };
      refusal.value = '';
    });
    try {
      const onChecking = () => (sending.value = { side, phase: 'checking' });
      const reply = await submitOrder(request, summary(asked, side, seenPrice), { onChecking });
      putOrderRow(reply.Order);
      batch(() => {
        filled.value = reply.Order;
        isSheetOpen.value = true;
      });
    } catch (error) {
      refusal.value = refusalText(error);
    } finally {
      sending.value = undefined;
    }
  };
  return { ticket, sending, refusal, filled, isSheetOpen, change, send };
}

/** The server's own words for a refusal; ours for what was no answer. Nothing for a call that was never sent. */
function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return errorText(CALL_ERROR.network, String(error));
  return isQuietFailure(error) ? '' : errorText(error.code, error.msg);
}

/** A row's terms that the ticket depends on changed when this text does. */
export const termsOf = (product: ProductRow): string =>
  [
    product.Id,
    product.MarginMode,
    product.ForexMinCont,
    ...product.HasForexMultiple.flatMap((entry) => [entry.Value, entry.Default]),
  ].join();
