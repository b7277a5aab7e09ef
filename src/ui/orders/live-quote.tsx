import { useEffect } from 'preact/hooks';
import type { Order } from '#domain/order.ts';
import { watchProduct } from '../engine/watch.ts';
import { type Freshness, FreshnessMark, freshnessOf, oldMark, useAgeS } from '../freshness/freshness.tsx';
import { PriceText } from '../kit/price-text.tsx';
import { t } from '../language/i18n.ts';
import { ageText } from '../text/age-text.ts';
import { useMarketPrice } from './live-numbers.ts';

/** The price that an order would be closed at, and how old it is. */
export function LiveQuote({ order }: { order: Order }) {
  const productId = order.product.id;
  const market = useMarketPrice(order);
  useEffect(() => watchProduct(productId), [productId]);
  return (
    <div class="ask-quote" {...oldMark(productId)}>
      <span class="ask-price">
        <PriceText text={market.text} />
      </span>
      <FreshnessMark productId={productId} />
    </div>
  );
}

/** Why what needs a price must wait: the server would refuse it. `undefined`: it need not. */
export function useBlock(order: Order): string | undefined {
  const productId = order.product.id;
  return blockText(freshnessOf(productId), useAgeS(productId));
}

export const blockText = (freshness: Freshness, ageS: number): string | undefined =>
  freshness === 'live' ? undefined : t(`orders:block.${freshness}`, { age: ageText(ageS) });
