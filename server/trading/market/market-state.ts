/** Whether a product can be traded now: market hours by tape time, freshness by the monotonic count (decisions D9.02, D9.03, D9.13). */
import { staleAfterMs } from '#domain/freshness.ts';
import type { SlippageBound } from '#domain/order-request.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import { type Outcome, refused } from '../../outcome.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { RulesAtTick } from './trading-rules.ts';

/** `rules`: those of the tick that would be traded at; without them memory alone says what the operator closed, and it may be seconds behind. */
export const isMarketOpen = (parts: DeskParts, product: Product, rules?: RulesAtTick): boolean =>
  rules?.isForcedClosed(product.id) !== true && parts.catalogue.statusAt(product, parts.tape.watermarkMs()) === 'open';

/** True when the source of a quote is silent: neither tick nor confirm for as long as its category may be. */
export const isStale = ({ tape, catalogue }: Pick<DeskParts, 'tape' | 'catalogue'>, quote: QuoteRow | undefined): boolean =>
  quote === undefined || quote.seq === 0 || tape.quoteAgeMs(quote) >= staleAfterMs(catalogue.byId(quote.product_id)?.categoryId);

/** True when a product's newest tick is old, whatever its source has confirmed since: then nobody may stake on the next one (decision D9.19). */
export const isTickOld = ({ clock, catalogue }: Pick<DeskParts, 'clock' | 'catalogue'>, quote: QuoteRow): boolean =>
  clock.now() - quote.time_ms >= staleAfterMs(catalogue.byId(quote.product_id)?.categoryId);

/** Trading time of a fill: tape time, never before its tick. */
export const fillTimeMs = (parts: DeskParts, quote: QuoteRow): number => Math.max(parts.tape.watermarkMs(), quote.time_ms);

/** The refusal of a fill at this quote, or undefined: 1108 when it is stale, 1107 when it is further off than the bound. */
export function quoteRefusal(parts: DeskParts, quote: QuoteRow | undefined, bound: SlippageBound | undefined): Outcome<never> | undefined {
  if (quote === undefined || isStale(parts, quote)) return refused('quoteStale');
  if (bound === undefined) return undefined;
  const distance = quote.price > bound.seen ? quote.price - bound.seen : bound.seen - quote.price;
  return distance > bound.slippage ? refused('priceMoved') : undefined;
}
