import { useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { MiniArea } from '../../kit/mini-area.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { t } from '../../language/i18n.ts';
import { tradePath } from '../../paths.ts';
import { ProductMark } from '../../products/product-mark.tsx';
import { dayLineOf } from '../../state/day-lines.ts';
import { products, productsStatus, selectProduct } from '../../state/products.ts';
import { changeNow, quoteOf } from '../../state/quotes.ts';
import { movers } from './movers.ts';
import './mover-strip.css';

/** How many movers the strip shows (specification S1 section 2). */
const MOVERS = 4;

let shown: readonly Product[] = [];
/** Whom the strip shows now. */
export const stripIds = (): readonly number[] => shown.map((row) => row.id);

/** The movers of the day, each with its day drawn. Chosen when the list comes: a card that changes its place under a finger is no help. */
export function MoverStrip() {
  const all = products.value;
  const rows = useMemo(() => (shown = movers(all, changeNow, MOVERS)), [all]);
  if (rows.length === 0) return productsStatus.value === 'loading' ? <StripSkeleton /> : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by the keyboard.
    <section class="mover-strip" aria-label={t('home:strip')} tabIndex={0}>
      {rows.map((row) => (
        <MoverCard key={row.id} row={row} />
      ))}
    </section>
  );
}

/** Keeps the height of the cards until they are loaded. */
function StripSkeleton() {
  return (
    <div class="mover-strip" aria-hidden="true">
      {Array.from({ length: MOVERS }, (_, index) => (
        <span key={index} class="mover-card" />
      ))}
    </div>
  );
}

function MoverCard({ row }: { row: Product }) {
  const ref = useWatchRow<HTMLAnchorElement>(row.id);
  const quote = quoteOf(row.id);
  const isClosed = quote.state.value === QUOTE_STATE.closed;
  const tone = isClosed ? undefined : quote.tone;
  return (
    <a
      ref={ref}
      class="mover-card"
      href={`#${tradePath(row.id)}`}
      onClick={() => selectProduct(row.id)}
      data-old={quote.state.value === QUOTE_STATE.stale ? '' : undefined}
    >
      <b>{row.showCode}</b>
      <ProductMark code={row.code} logo={row.logo} />
      <span class="mover-card-price">
        <PriceText text={quote.priceText} flash={quote.flash} symbol={row.code} />
      </span>
      <span class="mover-card-change num live" data-tone={tone}>
        {quote.changeArrowText}
        {isClosed && <span class="sr-only">{t('shell:closed')}</span>}
      </span>
      <span class="mover-card-area live" data-tone={tone}>
        <MiniArea line={dayLineOf(row.id)} filled />
      </span>
    </a>
  );
}
