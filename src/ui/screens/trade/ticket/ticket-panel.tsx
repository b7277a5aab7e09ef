/** Everything of an order: the ticket, the bar that sends it, and the sheet of what became of it. Comes after the chart. */
import { useEffect, useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { watchTicket } from '../../../engine/watch.ts';
import { toast } from '../../../kit/toast.tsx';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { OrderTicket } from './order-ticket.tsx';
import { placedText } from './placed-text.ts';
import { createTicketState, type TicketState, termsOf, ticketInput } from './ticket-state.ts';
import { TradeBar } from './trade-bar.tsx';

const placedSheet = lazySheet(() => import('./placed-sheet.tsx').then((module) => module.PlacedSheet));
const PRELOAD_AFTER_MS = 3_000;

export type TicketPanelProps = {
  product: Product;
  /** Where a login leads back to. */
  from: string;
};

export function TicketPanel({ product, from }: TicketPanelProps) {
  const state = useMemo(createTicketState, []);
  useTicketOf(product, state);
  useEffect(() => {
    const timer = setTimeout(placedSheet.preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <OrderTicket product={product} state={state} />
      <TradeBar product={product} state={state} from={from} />
      <PlacedOrder state={state} />
    </>
  );
}

/** The sheet of the order just placed; where its code cannot be had, at least its sentence. */
function PlacedOrder({ state }: { state: TicketState }) {
  const order = state.placed.value;
  return <placedSheet.View open={state.isSheetOpen} order={order} onFailed={() => order && toast(placedText(order), 'good')} />;
}

/** Keeps the ticket on the product shown and the engine computing its estimate, while the page is on screen. */
function useTicketOf(product: Product, state: TicketState): void {
  const terms = termsOf(product);
  useEffect(() => state.change({ type: 'product', product, close: quoteOf(product.id).close.peek() }), [terms]);
  const ticket = state.ticket.value;
  const risk = state.risk.value;
  const isReady = ticket?.productId === product.id;
  useWhileActive(() => {
    if (!ticket || !isReady) return undefined;
    watchTicket(ticketInput(ticket, risk));
    return () => watchTicket(null);
  }, [ticket, isReady, risk]);
}
