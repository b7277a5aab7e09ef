/** Everything of an order: the ticket, the bar that sends it, what is asked before, and what became of it. Comes after the chart. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { toast } from '../../../kit/toast.tsx';
import { t } from '../../../language/i18n.ts';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { quoteOf } from '../../../state/quotes.ts';
import { useBegun } from '../visit/use-begun.ts';
import { begunOrder } from './begun-order.ts';
import { FillStrip, preloadFill } from './fill-strip.tsx';
import { useOrderPress } from './order-press.ts';
import { OrderTicket, riskSheet } from './order-ticket.tsx';
import { ticketBlock } from './ticket-block.ts';
import { type TicketState, termsOf, ticketInput } from './ticket-state.ts';
import { TradeBar } from './trade-bar.tsx';
import { useAskedPending } from './use-asked-pending.ts';
import { useEstimateOf } from './use-estimate-of.ts';

const confirmSheet = lazySheet(() => import('./confirm-order-sheet.tsx').then((module) => module.ConfirmOrderSheet));
const pendingSheet = lazySheet(() => import('./confirm-order-sheet.tsx').then((module) => module.ConfirmPendingSheet));
const startSheet = lazySheet(() => import('./start-trading-sheet.tsx').then((module) => module.StartTradingSheet));
const PRELOAD_AFTER_MS = 3_000;
const sayFailed = () => toast(t('trade:chart.failed-part'), 'bad');

type TicketPanelProps = {
  product: Product;
  /** Outlives this panel: what was filled in is there again when it comes back. */
  state: TicketState;
  /** Where a login leads back to. */
  from: string;
  /** A side that a visitor pressed before this was here. */
  wanted: Signal<Side | undefined>;
};

export function TicketPanel({ product, state, from, wanted }: TicketPanelProps) {
  useTicketOf(product, state);
  useBegun(begunOrder, product.id, (ticket, sending) => {
    state.change({ type: 'restore', ticket });
    // What can be seen to be refused is not sent: the bar says why, and the person decides anew.
    if (sending && ticketBlock(ticket, product, 0) === undefined) void state.send(sending.side, sending.seenPrice);
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const preload of [preloadFill, confirmSheet.preload, pendingSheet.preload, startSheet.preload, riskSheet.preload]) preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { press, side, isConfirming, isStarting } = useOrderPress(product, state, from, wanted);
  const isAsking = useSignal(false);
  useAskedPending(product, state, { side, isAsking });
  return (
    <>
      <OrderTicket product={product} state={state} />
      <TradeBar product={product} state={state} onPress={press}>
        <FillStrip state={state} />
      </TradeBar>
      <confirmSheet.View open={isConfirming} side={side} product={product} state={state} onFailed={sayFailed} />
      <pendingSheet.View open={isAsking} side={side} product={product} state={state} onFailed={sayFailed} />
      <startSheet.View open={isStarting} side={side} product={product} state={state} from={from} onFailed={sayFailed} />
    </>
  );
}

/** Keeps the ticket on the product shown and the engine computing its estimate, while the page is on screen. */
function useTicketOf(product: Product, state: TicketState): void {
  const terms = termsOf(product);
  useEffect(() => state.change({ type: 'product', product, close: quoteOf(product.id).close.peek() }), [terms]);
  const ticket = state.ticket.value;
  const risk = state.risk.value;
  const isReady = ticket?.productId === product.id;
  useEstimateOf(useMemo(() => (ticket && isReady ? ticketInput(ticket, risk) : undefined), [ticket, isReady, risk]));
}
