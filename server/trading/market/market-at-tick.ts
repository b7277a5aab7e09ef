/** The market as one tick left it, for judgement: prices from the book, open or closed by the rules and hours of the tick's own time. */
import { type BookEntry, isSilentAt, type PriceBook } from '../../tape/price-book.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { MarketAtTick } from '../judge/account-at-tick.ts';
import { silenceNow } from '../orders/deal-grounds.ts';
import type { PassedTick } from './recent-market.ts';
import type { TradingRules } from './trading-rules.ts';

type Calendar = Pick<DeskParts, 'catalogue'>;

/** True when a product was open at a tick: by its hours at the tick's time, and by the operator's halts that held for it. */
function wasOpen({ catalogue }: Calendar, rules: TradingRules, productId: number, at: { seq: number; timeMs: number }): boolean {
  const product = catalogue.byId(productId);
  if (product === undefined) return false;
  const forcedClosed = rules.at(at.seq).isForcedClosed(productId);
  return catalogue.statusAt(product.forcedClosed === forcedClosed ? product : { ...product, forcedClosed }, at.timeMs) === 'open';
}

/** A moment of the tape: the newest tick, its time or one after it, and the second of a block. */
type Moment = { readonly seq: number; readonly timeMs: number; readonly second: number };

/** The market at a moment at which the book is. */
export function marketAt(calendar: Calendar, rules: TradingRules, book: PriceBook, moment: Moment): MarketAtTick {
  const categoryOf = (productId: number) => calendar.catalogue.byId(productId)?.categoryId;
  return {
    seq: moment.seq,
    timeMs: moment.timeMs,
    priceOf: (productId) => book.at(productId)?.price,
    quoteOf: (productId) => book.at(productId),
    hoursOf(productId) {
      const isClosed = rules.at(moment.seq).isForcedClosed(productId);
      return {
        calendar: calendar.catalogue.calendarOf(productId),
        halts: isClosed ? [{ fromSeq: moment.seq, toSeq: moment.seq + 1 }] : [],
      };
    },
    silenceOf: (productId) => silenceNow(categoryOf(productId)),
    isTradable: (productId) =>
      !isSilentAt(book.at(productId), moment.second, categoryOf(productId)) && wasOpen(calendar, rules, productId, moment),
  };
}

/** The market at a tick that the book has taken. */
export const marketAtTick = (calendar: Calendar, rules: TradingRules, book: PriceBook, { tick, second }: PassedTick): MarketAtTick =>
  marketAt(calendar, rules, book, { seq: tick.seq, timeMs: tick.timeMs, second });

/**
 * True when a tick may change a judgement: a price, or the first sign of life after a silence or a closed market. `before`: the product
 * before the tick.
 */
export function isNews(calendar: Calendar, rules: TradingRules, before: BookEntry | undefined, { tick, second }: PassedTick): boolean {
  const { productId } = tick;
  const categoryId = calendar.catalogue.byId(productId)?.categoryId;
  if (!tick.confirm || before === undefined || isSilentAt(before, second, categoryId)) return true;
  const known = { seq: before.aliveSeq, timeMs: before.aliveTimeMs };
  return wasOpen(calendar, rules, productId, tick) && !wasOpen(calendar, rules, productId, known);
}
