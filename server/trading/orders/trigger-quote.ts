/** The price that says on which side of the market a pending order waits. */
import type { Product } from '../../catalogue/catalogue.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import { isMarketOpen, isStale } from '../market/market-state.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';

/** The price of a closed market: its last tick, or where it never had one the close that the trade list shows (decision D1.2.22). */
function restingQuote(parts: DeskParts, product: Product, quote: QuoteRow | undefined): QuoteRow | undefined {
  if (quote !== undefined && quote.seq > 0) return quote;
  const price = parts.closeOf(product);
  return price === undefined ? undefined : { product_id: product.id, seq: 0, price, time_ms: 0, alive_seq: 0, alive_at: 0 };
}

/** Of an open market the newest price, unless it is stale; of a closed one its resting price. `undefined`: nobody knows the side. */
export function triggerQuote(
  parts: DeskParts,
  product: Product,
  rules: RulesAtTick,
  quotes: ReadonlyMap<number, QuoteRow>,
): QuoteRow | undefined {
  const quote = quotes.get(product.id);
  if (!isMarketOpen(parts, product, rules)) return restingQuote(parts, product, quote);
  return isStale(parts, quote) ? undefined : quote;
}
