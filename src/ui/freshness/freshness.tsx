/**
 * How fresh a product's price is, in one word and one mark: live, stale with its age, closed, or the link's own trouble. Everything
 * that trades asks `freshnessOf`, so that a screen never offers what the server would refuse as stale or closed.
 */
import { useEffect, useState } from 'preact/hooks';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { t } from '../language/i18n.ts';
import { linkAgeS, linkTrouble, wasEverOpen } from '../state/link.ts';
import { isMarketOpen, productMap } from '../state/products.ts';
import { quoteOf } from '../state/quotes.ts';
import { ageText } from '../text/age-text.ts';
import './live-mark.css';
import './freshness.css';

export type Freshness = 'live' | 'connecting' | 'stale' | 'closed' | 'lost' | 'offline';

/** Reads signals, so what calls it follows every change. The link's trouble comes first: a dead link cannot know what is closed. */
export function freshnessOf(productId: number): Freshness {
  const trouble = linkTrouble.value;
  if (trouble !== 'none') return trouble;
  const quote = quoteOf(productId);
  const row = productMap.value.get(productId);
  const state = quote.state.value;
  if (state === QUOTE_STATE.closed || (row !== undefined && !isMarketOpen(row))) return 'closed';
  if (!wasEverOpen.value || state === QUOTE_STATE.none) return 'connecting';
  return state === QUOTE_STATE.stale ? 'stale' : 'live';
}

/** True of a price that was live and is not now: figures that follow from it are shown without their colour. */
export const isOldPrice = (freshness: Freshness): boolean => ['stale', 'lost', 'offline'].includes(freshness);

/** For the box of whatever shows a price or follows from one: while that price is old it has no colour (`kit/live-text.css`). Rows of Home do it by hand. */
export const oldMark = (productId: number) => ({ 'data-old': isOldPrice(freshnessOf(productId)) ? '' : undefined });

/** Seconds since the price of a product was last known to be good; counts only while it is not. */
export function useAgeS(productId: number): number {
  const quote = quoteOf(productId);
  const isStale = quote.state.value === QUOTE_STATE.stale;
  const redraw = useState(0)[1];
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setInterval(() => redraw((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isStale]);
  return isStale ? Math.floor((performance.now() - quote.heardAt) / 1000) : linkAgeS.value;
}

/** 'Live' with a green dot; else in amber the age of what is shown, or in grey that the market is closed. */
export function FreshnessMark({ productId }: { productId: number }) {
  const freshness = freshnessOf(productId);
  const ageS = useAgeS(productId);
  return (
    <span class="live-mark num" data-live={freshness === 'live' ? '' : undefined} data-closed={freshness === 'closed' ? '' : undefined}>
      {markText(freshness, ageS)}
    </span>
  );
}

function markText(freshness: Freshness, ageS: number): string {
  if (freshness === 'live') return t('shell:live');
  if (freshness === 'closed') return t('shell:closed');
  if (freshness === 'connecting') return t('shell:link.connecting');
  return t('shell:link.age', { age: ageText(ageS) });
}
