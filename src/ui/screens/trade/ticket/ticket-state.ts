/** The ticket on screen and what became of the last press: sending, checking, placed or refused. One at a time, kept while the page is. */
import { batch, type Signal, signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import type { Product } from '#domain/product.ts';
import type { TicketInput } from '#protocol/engine-api.ts';
import { ERROR } from '#protocol/errors.ts';
import { CALL_ERROR, CallError, isQuietFailure } from '#rest/call-error.ts';
import { submitOrder } from '#rest/orders.ts';
import { putOrder } from '../../../engine/watch.ts';
import { toast } from '../../../kit/toast.tsx';
import { errorText } from '../../../language/i18n.ts';
import { request } from '../../../requests/request.ts';
import { readAfterRefusal } from '../../../security/read-standing.ts';
import { vibrate } from '../../../state/order-habits.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { placedText, sentText, type Undone } from './placed-text.ts';
import { initial, reduce, summary, type Ticket, type TicketAction, type TicketField } from './ticket.ts';
import { refusedField } from './ticket-refusal.ts';

/** Long enough to be felt, too short to be heard. */
const FILL_SHAKE_MS = 20;

/** 'checking': the answer is late and its outcome is being asked for; nothing may be sent meanwhile. */
type Sending = { readonly side: Side; readonly ticket: Ticket; readonly phase: 'sending' | 'checking' };
/** `field`: the one that the server would not take; without it the order as a whole. */
type Refusal = { text: string; field: TicketField | undefined; undone?: Undone | undefined };

export type TicketState = {
  readonly ticket: Signal<Ticket | undefined>;
  readonly sending: Signal<Sending | undefined>;
  /** Why the last order was refused, until the ticket changes or the next one is sent. */
  readonly refusal: Signal<Refusal | undefined>;
  /** The last order that was taken, until the next press or until its person has seen enough of it. */
  readonly placed: Signal<Order | undefined>;
  /** What the risk sheet asks the engine while it is open. */
  readonly risk: Signal<TicketInput['risk']>;
  change(action: TicketAction): void;
  /** Sends the ticket at the price that the person saw. A second press while one is under way does nothing. */
  send(side: Side, seenPrice: number): Promise<void>;
};

/** Of its product from the first picture on: the bar says at once what the skeleton's said, and Buy waits for nothing that is here. */
export function createTicketState(product: Product): TicketState {
  const ticket = signal<Ticket | undefined>(initial(product));
  const sending = signal<Sending | undefined>(undefined);
  const refusal = signal<Refusal | undefined>(undefined);
  const placed = signal<Order | undefined>(undefined);
  const risk = signal<TicketInput['risk']>(undefined);

  const change = (action: TicketAction): void => {
    const before = ticket.peek();
    const next = before ? reduce(before, action) : action.type === 'product' ? initial(action.product) : undefined;
    if (next === before) return;
    batch(() => {
      ticket.value = next;
      refusal.value = undefined;
    });
  };

  const send = async (side: Side, seenPrice: number): Promise<void> => {
    const asked = ticket.peek();
    if (!asked || sending.peek()) return;
    // The bar tells of the product that is shown, and names none.
    const isHere = () => ticket.peek()?.productId === asked.productId;
    batch(() => {
      sending.value = { side, ticket: asked, phase: 'sending' };
      refusal.value = undefined;
      placed.value = undefined;
    });
    try {
      const onChecking = () => (sending.value = { side, ticket: asked, phase: 'checking' });
      const order = await submitOrder(request, summary(asked, side, seenPrice), { onChecking, silent: true });
      putOrder(order);
      batch(() => {
        if (isHere()) placed.value = order;
        else toast(placedText(order), 'good');
        change({ type: 'taken', sent: asked });
      });
      vibrate(FILL_SHAKE_MS);
    } catch (error) {
      const refused = refusalOf(error, asked, side);
      if (isHere()) refusal.value = refused;
      else if (refused) toast(sentText({ side, ticket: asked }, true), 'bad', { detail: refused.text });
      // From now on the bar may say so: nothing says it twice. What another order was refused for meanwhile stays.
      void readAfterRefusal(error).then((isHeld) => {
        if (isHeld && refusal.peek() === refused) refusal.value = undefined;
      });
    } finally {
      sending.value = undefined;
    }
  };
  return { ticket, sending, refusal, placed, risk, change, send };
}

/** The server's own words for a refusal; ours for what was no answer. Nothing for a call that another one replaced, or a second press. */
function refusalOf(error: unknown, ticket: Ticket, side: Side): Refusal | undefined {
  if (!(error instanceof CallError)) return { text: errorText(CALL_ERROR.network, String(error)), field: undefined };
  if (isQuietFailure(error)) return undefined;
  const now = decimalFromNumber<Price>(quoteOf(ticket.productId).close.peek());
  const isUndone = error.code === ERROR.voided || error.code === CALL_ERROR.offline;
  return {
    text: errorText(error.code, error.msg),
    field: refusedField(error, { ticket, side, now }),
    undone: isUndone ? { side, ticket } : undefined,
  };
}

/** What the engine is asked of a ticket. */
export const ticketInput = (ticket: Ticket, risk: TicketInput['risk']): TicketInput => ({
  productId: ticket.productId,
  lots: ticket.lots,
  leverage: ticket.leverage,
  ...(ticket.mode === 'pending' ? { orderPrice: ticket.orderPrice } : {}),
  ...(ticket.stopLoss === undefined ? {} : { stopLoss: ticket.stopLoss }),
  ...(ticket.takeProfit === undefined ? {} : { takeProfit: ticket.takeProfit }),
  ...(risk ? { risk } : {}),
});

/** A row's terms that the ticket depends on changed when this text does. */
export const termsOf = (product: Product): string =>
  [product.id, product.marginMode, product.lots.min, ...product.leverages.flatMap((offer) => [offer.value, offer.isDefault])].join();
