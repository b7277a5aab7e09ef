import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Product } from '#domain/product.ts';
import { refreshProducts, watchProduct } from '../../engine/watch.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { t } from '../../language/i18n.ts';
import { lazySheet } from '../../lazy/lazy-sheet.tsx';
import { navigate } from '../../navigation/navigate.ts';
import { useWhileActiveAtOnce } from '../../navigation/page-active.ts';
import { Piece } from '../../navigation/pieces.tsx';
import { PATHS, tradePath } from '../../paths.ts';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { RouteGhost } from '../../shell/route-ghost.tsx';
import { tabAddress } from '../../shell/tab-address.ts';
import { products, productsStatus, selectedProduct, selectProduct } from '../../state/products.ts';
import type { ChartFeed } from './chart/chart-feed.ts';
import { useChartFull } from './chart/chart-use-full.ts';
import { period } from './chart/period-bar.tsx';
import { chartSheets, TradeChart } from './chart/trade-chart.tsx';
import { LazyTicket } from './ticket/lazy-ticket.tsx';
import { TradeHeader } from './trade-header.tsx';
import { usePreload } from './use-preload.ts';
import './trade-screen.css';
import './trade-large.css';

const productDrawer = lazySheet(() => import('./drawer/product-drawer.tsx').then((module) => module.ProductDrawer));

/** The trade page: one product with its price, candles and the ticket. */
export function TradeScreen() {
  const isUnknown = useWantedProduct();
  usePreload(productDrawer, ...chartSheets);
  const product = selectedProduct.value;
  if (isUnknown) return <NoSuchProduct />;
  if (product) return <Trade product={product} />;
  if (productsStatus.value === 'failed') {
    return (
      <Empty kind="failed" icon="warning" text={failedText('trade:failed')} action={<Button onClick={retry}>{t('shell:retry')}</Button>} />
    );
  }
  if (productsStatus.value === 'ready') return <Empty text={t('shell:none')} />;
  return <RouteGhost path={PATHS.trade} />;
}

/** The press is seen at once: the answer may take its time. */
function retry(): void {
  productsStatus.value = 'loading';
  refreshProducts();
}

/** A link such as /trade?id=3 selects a product, a missing id nothing; true for one that is nobody's (decision D1.2.20). */
function useWantedProduct(): boolean {
  const { id } = useLocation().query;
  const wanted = Number(id);
  const isKnown = products.value.some((row) => row.id === wanted);
  // Before what was drawn is painted: the product of the last visit would stand there, live, for a moment.
  useLayoutEffect(() => {
    if (isKnown) selectProduct(wanted);
  }, [wanted, isKnown]);
  return Boolean(id) && !isKnown && productsStatus.value === 'ready';
}

function NoSuchProduct() {
  // The tab must not lead here again.
  useEffect(() => void tabAddress(PATHS.trade, PATHS.trade), []);
  return (
    <Empty
      icon="search"
      text={t('trade:unknown')}
      detail={t('trade:unknown.detail')}
      action={
        <a class="button" data-kind="primary" href={`#${PATHS.home}`}>
          {t('trade:unknown.back')}
        </a>
      }
    />
  );
}

function Trade({ product }: { product: Product }) {
  const isDrawerOpen = useSignal(false);
  const shown = useSignal<ChartFeed | undefined>(undefined);
  const page = useRef<HTMLDivElement>(null);
  const full = useChartFull(page);
  useWhileActiveAtOnce(() => watchProduct(product.id), [product.id]);
  const choose = (id: number) => {
    selectProduct(id);
    navigate(tradePath(id), true);
  };
  return (
    <div ref={page} class="trade" data-full={full.state}>
      <TradeHeader product={product} isChartShown={shown} onMenu={() => (isDrawerOpen.value = true)} />
      <TradeChart product={product} period={period.value} full={full} onShown={(feed) => (shown.value = feed)} />
      <Piece>
        <LazyTicket product={product} from={tradePath(product.id)} shown={shown} />
      </Piece>
      <MarketPictures after={shown} />
      <productDrawer.View open={isDrawerOpen} selectedId={product.id} onSelect={choose} />
    </div>
  );
}
