/** The market as one tick left it, for judgement: prices from the book, open or closed by the rules and hours of the tick's own time. */
import { type BookEntry, isSilentAt, type PriceBook } from '../tape/price-book.ts';
import type { MarketAtTick } from './account-at-tick.ts';
import type { DeskParts } from './desk-parts.ts';
import type { PassedTick } from './recent-market.ts';
import type { TradingRules } from './trading-rules.ts';

type Calendar = Pick<DeskParts, 'catalogue'>;

/** True when a product was open at a tick: by its hours at the tick's time, and by the operator's closings that held for it. */
function wasOpen({ catalogue }: Calendar, rules: TradingRules, productId: number, at: { seq: number; timeMs: number }): boolean {
  const product = catalogue.byId(productId);
  if (product === undefined) return false;
  const forcedClosed = rules.at(at.seq).isForcedClosed(productId);
  return catalogue.statusAt(product.forcedClosed === forcedClosed ? product : { ...product, forcedClosed }, at.timeMs) === 1;
}

/** The market at a tick that the book has taken. */
export function marketAtTick(calendar: Calendar, rules: TradingRules, book: PriceBook, { tick, second }: PassedTick): MarketAtTick {
  return {
    seq: tick.seq,
    timeMs: tick.timeMs,
    priceOf: (productId) => book.at(productId)?.price,
    quoteOf: (productId) => book.at(productId),
    isTradable: (productId) => !isSilentAt(book.at(productId), second) && wasOpen(calendar, rules, productId, tick),
  };
}

/**
 * True when a tick may change a judgement: a price, or the first sign of life after a silence or a closed market. `before`: the product
 * before the tick.
 */
export function isNews(calendar: Calendar, rules: TradingRules, before: BookEntry | undefined, { tick, second }: PassedTick): boolean {
  if (!tick.confirm || before === undefined || isSilentAt(before, second)) return true;
  const { productId } = tick;
  const known = { seq: before.aliveSeq, timeMs: before.aliveTimeMs };
  return wasOpen(calendar, rules, productId, tick) && !wasOpen(calendar, rules, productId, known);
}
