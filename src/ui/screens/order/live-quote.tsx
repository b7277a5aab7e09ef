import { useEffect } from 'preact/hooks';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { ageText } from '../../age-text.ts';
import { type Freshness, FreshnessMark, freshnessOf, useAgeS } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { PriceText } from '../../kit/price-text.tsx';
import { watchProduct } from '../../watch.ts';
import { useMarketPrice } from './live-numbers.ts';

/** The price that an order would be closed at, and how old it is. */
export function LiveQuote({ row }: { row: OrderRow }) {
  const productId = row.ForexTradeLists.Id;
  const market = useMarketPrice(row);
  useEffect(() => watchProduct(productId), [productId]);
  return (
    <div class="ask-quote">
      <span class="ask-price">
        <PriceText text={market.text} />
      </span>
      <FreshnessMark productId={productId} />
    </div>
  );
}

/** Why what needs a price must wait: the server would refuse it. `undefined`: it need not. */
export function useBlock(row: OrderRow): string | undefined {
  const productId = row.ForexTradeLists.Id;
  return blockText(freshnessOf(productId), useAgeS(productId));
}

export function blockText(freshness: Freshness, ageS: number): string | undefined {
  switch (freshness) {
    case 'live':
      return undefined;
    case 'closed':
      return t('orders:block.closed');
    case 'stale':
      return t('orders:block.stale', { age: ageText(ageS) });
    case 'offline':
      return t('orders:block.offline');
    case 'lost':
    case 'connecting':
      return t('orders:block.lost');
  }
}
