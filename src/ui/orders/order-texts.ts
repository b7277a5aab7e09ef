/** Texts of an order that more than one card or sheet shows. */
import { formatDecimal, type Money, type Price, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { t } from '../language/i18n.ts';
import { setting } from '../state/site.ts';
import { percentText, priceText, signedAmountText, UNKNOWN } from '../text/format.ts';
import { moneyText } from '../text/money.ts';
import { dateTimeText, dayText } from '../text/time.ts';

/** Fraction digits of a record's profit (specification S1 section 9). */
const PROFIT_DIGITS = 6;

/** Lots with at least two digits: '0.10'. */
export const lotsText = (order: Order): string => formatDecimal(order.lots, 2);
export const sideText = (order: Order): string => (order.side === 'buy' ? t('orders:buy') : t('orders:sell'));
/** '0.10 lots · 100×'; without the leverage where it plays no part. */
export const sizeText = (order: Order): string => {
  const lots = t('orders:lots', { lots: lotsText(order) });
  return order.marginMode === 1 ? lots : `${lots} · ${order.leverage}×`;
};
/** 'Buy 0.10 EUR/USD'. */
export const cardName = (order: Order): string =>
  t('orders:card', { side: sideText(order), lots: lotsText(order), code: order.product.showCode });
/** In a row, below a sum with its currency. */
export const recordProfitText = (profit: Money): string => signedAmountText(profit, PROFIT_DIGITS);
export const recordMoneyText = (profit: Money): string => moneyText(profit, { digits: PROFIT_DIGITS, sign: true });
/** A price of the order, or of its market; '--' for none. */
export const orderPriceText = (order: Order, price: Price | number): string =>
  price > 0 ? priceText(typeof price === 'number' ? price : toNumber(price), order.product.pricePrecision) : UNKNOWN;
/** A time in the configured zone; '--' when there is none yet. */
export const stampText = (timeMs: number): string => (timeMs === 0 ? UNKNOWN : dateTimeText(timeMs, setting('timezone')));

/** The same for a narrow place: today only the clock, else only the day. */
export function shortStampText(timeMs: number): string {
  const zone = setting('timezone');
  const text = stampText(timeMs);
  return text.startsWith(`${dayText(Date.now(), zone)} `) ? text.slice(11) : text.slice(0, 10);
}

/** How long a pending order waits, or was to wait. */
export const goodTillText = ({ goodTillMs }: Order): string =>
  goodTillMs === 0 ? t('orders:good-till.cancelled') : dateTimeText(goodTillMs, setting('timezone')).slice(0, 16);

/** The same for a narrow place: '11-23 00:00'. */
export const shortGoodTillText = (order: Order): string => (order.goodTillMs === 0 ? goodTillText(order) : goodTillText(order).slice(5));

/** How far a pending order's price lies from the market, in price and percent: '0.00342 · +0.32%'. */
export function distanceText(order: Order, market: number): string {
  if (!(market > 0)) return UNKNOWN;
  const away = toNumber(order.askedPrice) - market;
  return `${orderDistance(order, Math.abs(away))} · ${percentText((away / market) * 100)}`;
}
const orderDistance = (order: Order, distance: number): string => priceText(distance, order.product.pricePrecision);

/** Why it ended: by hand, by a price, by the stop-out; or that it was cancelled. */
export function endText(order: Order): string {
  if (order.state === 'cancelled') return cancelText(order);
  switch (order.end) {
    case 'sl':
      return t('orders:end.sl');
    case 'tp':
      return t('orders:end.tp');
    case 'stopout':
      return t('orders:end.stopout');
    case 'reset':
      return t('orders:end.reset');
    default:
      return t('orders:end.manual');
  }
}

function cancelText(order: Order): string {
  if (order.end === 'balance') return t('orders:end.balance');
  if (order.end === 'expired') return t('orders:end.expired');
  return order.end === 'stopout' ? t('orders:end.cancelled-stopout') : t('orders:end.cancelled');
}
