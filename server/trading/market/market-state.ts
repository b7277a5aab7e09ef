/** Whether a product can be traded now: market hours by tape time, freshness by the monotonic count (decisions D9.02, D9.03, D9.13). */
import { type Price, parseDecimal } from '#domain/decimal.ts';
import { staleAfterMs } from '#domain/freshness.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import { type Outcome, refused } from '../../outcome.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { RulesAtTick } from './trading-rules.ts';

/** `rules`: those of the tick that would be traded at; without them memory alone says what the operator closed, and it may be seconds behind. */
export const isMarketOpen = (parts: DeskParts, product: Product, rules?: RulesAtTick): boolean =>
  rules?.isForcedClosed(product.id) !== true && parts.catalogue.statusAt(product, parts.tape.watermarkMs()) === 1;

/** True when the source of a quote is silent: neither tick nor confirm for as long as its category may be. */
export const isStale = ({ tape, catalogue }: Pick<DeskParts, 'tape' | 'catalogue'>, quote: QuoteRow | undefined): boolean =>
  quote === undefined || quote.seq === 0 || tape.quoteAgeMs(quote) >= staleAfterMs(catalogue.byId(quote.product_id)?.categoryId);

/** Trading time of a fill: tape time, never before its tick. */
export const fillTimeMs = (parts: DeskParts, quote: QuoteRow): number => Math.max(parts.tape.watermarkMs(), quote.time_ms);

/** The price that the person saw and how far from it the fill may be; without either there is no bound (decision D1.7.06). */
export type SlippageBound = { readonly seen: Price; readonly slippage: Price } | undefined;

/** The bound of two wire fields; absent fields give none. They were checked for their form before. */
export function slippageBound(fields: { seen_price?: string | undefined; slippage?: string | undefined }): SlippageBound {
  const seen = fields.seen_price === undefined ? undefined : parseDecimal<Price>(fields.seen_price);
  const slippage = fields.slippage === undefined ? undefined : parseDecimal<Price>(fields.slippage);
  return seen === undefined || slippage === undefined ? undefined : { seen, slippage };
}

/** The refusal of a fill at this quote, or undefined: 1108 when it is stale, 1107 when it is further off than the bound. */
export function quoteRefusal(parts: DeskParts, quote: QuoteRow | undefined, bound: SlippageBound): Outcome<never> | undefined {
  if (quote === undefined || isStale(parts, quote)) return refused('quoteStale');
  if (bound === undefined) return undefined;
  const distance = quote.price > bound.seen ? quote.price - bound.seen : bound.seen - quote.price;
  return distance > bound.slippage ? refused('priceMoved') : undefined;
}
