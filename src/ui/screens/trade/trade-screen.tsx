import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toast } from '../../kit/toast.tsx';
import { navigate } from '../../navigate.ts';
import { useWhileActive } from '../../page-active.ts';
import { PATHS } from '../../paths.ts';
import { products, productsStatus, selectedProduct, selectProduct } from '../../state/products.ts';
import { quoteOf } from '../../state/quotes.ts';
import { refreshProducts, watchProduct, watchTicket } from '../../watch.ts';
import { lazyPart } from './lazy-part.tsx';
import { OrderTicket } from './order-ticket.tsx';
import { PeriodBar, period } from './period-bar.tsx';
import { placedText } from './placed-text.ts';
import { createTicketState, type TicketState, termsOf, ticketInput } from './ticket-state.ts';
import { TradeBar } from './trade-bar.tsx';
import { TradeChart } from './trade-chart.tsx';
import { TradeHeader } from './trade-header.tsx';
import './trade-screen.css';

const productDrawer = lazyPart(() => import('./product-drawer.tsx').then((module) => module.ProductDrawer));
const placedSheet = lazyPart(() => import('./placed-sheet.tsx').then((module) => module.PlacedSheet));
const PRELOAD_AFTER_MS = 3_000;

/** The trade page: one product with its price, candles and the ticket. */
export function TradeScreen() {
  const state = useMemo(createTicketState, []);
  useWantedProduct();
  usePreload();
  const product = selectedProduct.value;
  if (product) return <Trade product={product} state={state} />;
  if (productsStatus.value === 'failed') {
    return (
      <Empty kind="failed" icon="warning" text={t('trade:failed')} action={<Button onClick={refreshProducts}>{t('shell:retry')}</Button>} />
    );
  }
  if (productsStatus.value === 'ready') return <Empty text={t('shell:none')} />;
  return (
    <div class="trade-waiting">
      <Skeleton rows={7} label={t('shell:loading')} />
    </div>
  );
}

/** A link such as /trade?id=3 selects a product; an unknown or missing id selects nothing (decision D1.2.20). */
function useWantedProduct(): void {
  const wanted = Number(useLocation().query.id);
  const isKnown = products.value.some((row) => row.Id === wanted);
  useEffect(() => {
    if (isKnown) selectProduct(wanted);
  }, [wanted, isKnown]);
}

function Trade({ product, state }: { product: ProductRow; state: TicketState }) {
  const isDrawerOpen = useSignal(false);
  useWhileActive(() => watchProduct(product.Id), [product.Id]);
  useTicketOf(product, state);
  // An open sheet of a page that is left would keep the next page inert.
  useWhileActive(() => () => {
    isDrawerOpen.value = false;
    state.isSheetOpen.value = false;
  });
  const choose = (id: number) => {
    selectProduct(id);
    // The address must not go on naming the product that a link once brought.
    navigate(PATHS.trade, true);
  };
  return (
    <div class="trade">
      <TradeHeader product={product} onMenu={() => (isDrawerOpen.value = true)} />
      <PeriodBar />
      <TradeChart product={product} period={period.value} />
      <OrderTicket product={product} state={state} />
      <TradeBar product={product} state={state} from={PATHS.trade} />
      <productDrawer.Part open={isDrawerOpen} selectedId={product.Id} onSelect={choose} />
      <PlacedOrder state={state} />
    </div>
  );
}

/** The sheet of the order just placed; where its code cannot be had, at least its sentence. */
function PlacedOrder({ state }: { state: TicketState }) {
  const order = state.placed.value;
  return <placedSheet.Part open={state.isSheetOpen} order={order} onFailed={() => order && toast(placedText(order), 'good')} />;
}

/** Sheets are fetched when the page itself has long been there, so that they open at once and hold nothing up. */
function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      placedSheet.preload();
      productDrawer.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Keeps the ticket on the product shown and the engine reckoning it, while the page is on screen. */
function useTicketOf(product: ProductRow, state: TicketState): void {
  const terms = termsOf(product);
  useEffect(() => state.change({ type: 'product', product, close: quoteOf(product.Id).close.peek() }), [terms]);
  const ticket = state.ticket.value;
  const risk = state.risk.value;
  const isReady = ticket?.productId === product.Id;
  useWhileActive(() => {
    if (!ticket || !isReady) return undefined;
    watchTicket(ticketInput(ticket, risk));
    return () => watchTicket(null);
  }, [ticket, isReady, risk]);
}
