import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { useWatchRow } from '../engine/watch.ts';
import { Icon } from '../kit/icon.tsx';
import { LiveText } from '../kit/live-text.tsx';
import { MiniArea } from '../kit/mini-area.tsx';
import { PriceText } from '../kit/price-text.tsx';
import { t } from '../language/i18n.ts';
import { tradePath } from '../paths.ts';
import { dayLineOf } from '../state/day-lines.ts';
import { isFavourite } from '../state/favourites.ts';
import { selectProduct } from '../state/products.ts';
import { quoteOf } from '../state/quotes.ts';
import { openingText } from './opening-text.ts';
import { ProductMark } from './product-mark.tsx';
import './product-link.css';

/** One row of a list of products, with its live price and its day drawn. Tapping it selects the product and opens its trade page. */
export function ProductLink({ row }: { row: Product }) {
  const ref = useWatchRow<HTMLAnchorElement>(row.id);
  const quote = quoteOf(row.id);
  const isClosed = quote.state.value === QUOTE_STATE.closed;
  const tone = isClosed ? undefined : quote.tone;
  return (
    <a
      ref={ref}
      class="product-link"
      href={`#${tradePath(row.id)}`}
      onClick={() => selectProduct(row.id)}
      data-closed={isClosed ? '' : undefined}
      data-old={quote.state.value === QUOTE_STATE.stale ? '' : undefined}
    >
      <ProductMark code={row.code} logo={row.logo} />
      <span class="product-link-name">
        <b>
          {row.showCode}
          {isFavourite(row.code) && <Icon name="star-full" size={12} />}
        </b>
        <small>{isClosed ? openingText(row) : row.name}</small>
      </span>
      <span class="product-link-day live" data-tone={tone}>
        <MiniArea line={dayLineOf(row.id)} />
      </span>
      <span class="product-link-price">
        <PriceText text={quote.priceText} flash={quote.flash} symbol={row.code} />
      </span>
      <span class="product-link-change-cell">
        {isClosed && <Icon name="moon" size={14} />}
        {isClosed && <span class="sr-only">{t('shell:closed')}</span>}
        <LiveText class="product-link-change num" text={quote.changeText} tone={tone} />
      </span>
    </a>
  );
}
