import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { MiniArea } from '../../kit/mini-area.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { useMiniChart } from '../../state/market-lists.ts';
import { products, selectProduct } from '../../state/products.ts';
import { quoteOf } from '../../state/quotes.ts';

/** How many pairs the strip shows (specification S1 section 2). */
const PAIRS = 4;

/** The first four pairs, each with the last five hours drawn. */
export function PairStrip() {
  const rows = products.value.slice(0, PAIRS);
  if (rows.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by the keyboard.
    <section class="pair-strip" aria-label={t('home:strip')} tabIndex={0}>
      {rows.map((row) => (
        <PairCard key={row.id} row={row} />
      ))}
    </section>
  );
}

function PairCard({ row }: { row: Product }) {
  const ref = useWatchRow<HTMLAnchorElement>(row.id);
  const quote = quoteOf(row.id);
  const chart = useMiniChart(row.id);
  const isClosed = quote.state.value === QUOTE_STATE.closed;
  return (
    <a ref={ref} class="pair-card" href={`#${PATHS.trade}`} onClick={() => selectProduct(row.id)}>
      <span class="pair-card-text">
        <b>{row.showCode}</b>
        <span class="pair-card-price">
          <PriceText text={quote.priceText} flash={quote.flash} symbol={row.code} />
        </span>
        {isClosed ? (
          <span class="pair-card-change">{t('shell:closed')}</span>
        ) : (
          <span class="pair-card-change num" data-tone={quote.tone}>
            {quote.changeArrowText}
          </span>
        )}
      </span>
      <span data-tone={quote.tone}>
        <MiniArea points={chart.data.value ?? []} />
      </span>
    </a>
  );
}
