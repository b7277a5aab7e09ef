import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { FreshnessMark, freshnessOf, isOldPrice } from '../../freshness/freshness.tsx';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { useLazy } from '../../lazy/use-lazy.ts';
import { ProductMark } from '../../products/product-mark.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { isFavourite, toggleFavourite } from '../../state/favourites.ts';
import { quoteOf } from '../../state/quotes.ts';
import { priceText } from '../../text/format.ts';

const bell = lazyCode(async () => (await Promise.all([import('./alerts/alert-bell.tsx'), needTexts('alerts')]))[0].AlertBell);

type HeaderProps = { product: Product; isChartShown: ReadonlySignal<unknown>; onMenu: () => void };

/** Which product, how fresh, and its price; the price is the largest thing on the screen. The bell of its alerts comes when the chart is there. */
export function TradeHeader({ product, isChartShown, onMenu }: HeaderProps) {
  const { here: AlertBell } = useLazy(bell, !!isChartShown.value);
  const isStarred = isFavourite(product.code);
  return (
    <>
      {/* Below it is the price. */}
      <header class="trade-head">
        <IconButton label={t('trade:drawer.open')} aria-haspopup="dialog" onClick={onMenu}>
          <Icon name="menu" size={22} />
        </IconButton>
        <ProductMark code={product.code} logo={product.logo} />
        <h1>
          <button type="button" class="trade-code" onClick={onMenu} tabIndex={-1}>
            {product.showCode}
          </button>
          <small class="trade-name">{product.name}</small>
        </h1>
        <span class="trade-state">
          <DemoChip />
          {/* That it is closed stands beside its price. */}
          {freshnessOf(product.id) !== 'closed' && <FreshnessMark productId={product.id} />}
        </span>
        <span class="trade-bell">{AlertBell && <AlertBell product={product} />}</span>
        <IconButton
          label={t('trade:favourite', { code: product.showCode })}
          aria-pressed={isStarred}
          onClick={() => toggleFavourite(product.code)}
        >
          <Icon name={isStarred ? 'star-full' : 'star'} />
        </IconButton>
      </header>
      <PriceLine key={product.id} product={product} />
    </>
  );
}

function PriceLine({ product }: { product: Product }) {
  const quote = quoteOf(product.id);
  const { pricePrecision: digits } = product;
  const high = useComputed(() => priceText(quote.high.value, digits));
  const low = useComputed(() => priceText(quote.low.value, digits));
  const freshness = freshnessOf(product.id);
  const isClosed = freshness === 'closed';
  return (
    <div class="trade-price" data-old={isOldPrice(freshness) ? '' : undefined} data-closed={isClosed ? '' : undefined}>
      <span class="trade-last">
        <PriceText text={quote.priceText} flash={quote.flash} symbol={product.code} />
      </span>
      {isClosed ? (
        <>
          <span class="trade-closed">{t('shell:closed')}</span>
          <span class="trade-day num">{quote.changeText}</span>
        </>
      ) : (
        <span class="trade-change num live" data-tone={quote.tone}>
          {quote.changeArrowText}
        </span>
      )}
      <dl class="trade-range num">
        <div>
          <dt>
            <abbr title={t('trade:high')}>H</abbr>
          </dt>
          <dd>{high}</dd>
        </div>
        <div>
          <dt>
            <abbr title={t('trade:low')}>L</abbr>
          </dt>
          <dd>{low}</dd>
        </div>
      </dl>
    </div>
  );
}
