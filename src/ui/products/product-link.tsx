import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { useWatchRow } from '../engine/watch.ts';
import { Badge } from '../kit/badge.tsx';
import { LiveText } from '../kit/live-text.tsx';
import { Monogram } from '../kit/monogram.tsx';
import { PriceText } from '../kit/price-text.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { selectProduct } from '../state/products.ts';
import { quoteOf } from '../state/quotes.ts';
import './product-link.css';

/** One row of a list of products, with its live price. Tapping it selects the product and opens the trade page. */
export function ProductLink({ row }: { row: Product }) {
  const ref = useWatchRow<HTMLAnchorElement>(row.id);
  const quote = quoteOf(row.id);
  return (
    <a ref={ref} class="product-link" href={`#${PATHS.trade}`} onClick={() => selectProduct(row.id)}>
      <Monogram text={row.code} src={row.logo} />
      <span class="product-link-name">
        <b>{row.showCode}</b>
        <small>{row.name}</small>
      </span>
      <span class="product-link-price">
        <PriceText text={quote.priceText} flash={quote.flash} symbol={row.code} />
      </span>
      <span>
        <ProductChange productId={row.id} />
      </span>
    </a>
  );
}

/** The day's change in a tinted box, or that the market is closed. */
function ProductChange({ productId }: { productId: number }) {
  const quote = quoteOf(productId);
  if (quote.state.value === QUOTE_STATE.closed) {
    return (
      <span class="product-link-change" data-closed>
        <Badge>{t('shell:closed')}</Badge>
      </span>
    );
  }
  return (
    <LiveText class="product-link-change num" text={quote.changeText} tone={quote.tone} stale={quote.state.value === QUOTE_STATE.stale} />
  );
}
