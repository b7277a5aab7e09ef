/** What the page will show first is asked for as soon as there is a list, before the page itself can ask: its prices, and its chart. */
import { isPeriod } from '#domain/periods.ts';
import type { FirstLook } from '#protocol/engine-api.ts';
import type { LazyChart } from './candles/lazy-chart.ts';
import type { FrameSource } from './frames/frame-source.ts';
import type { QuoteBook } from './quotes/quote-book.ts';

/** Fetches the chart's code now; what is returned looks once, when the first list is here. What the page already watches stays. */
export function firstLook(look: FirstLook | undefined, book: QuoteBook, source: FrameSource, chart: LazyChart): () => void {
  const period = isPeriod(look?.period) ? look.period : undefined;
  if (period) chart.module.want();
  let isDue = look !== undefined;
  return () => {
    const selected = book.products.find(({ id }) => id === look?.productId) ?? book.products[0];
    if (!look || !isDue || !selected) return;
    isDue = false;
    const shown = look.rows > 0 ? book.products.slice(0, look.rows) : [selected];
    if (source.watchedIds.length === 0) source.watchQuotes(shown.map(({ id }) => id));
    if (period && !chart.request) chart.readAhead({ productId: selected.id, period });
  };
}
