/** Texts of an order that more than one card or sheet shows. */
import type { StopReason } from '#domain/close-reasons.ts';
import { formatDecimal, type Money, type Price, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { marginBehind, returnPercent } from '#domain/order-result.ts';
import { type Key, t } from '../language/i18n.ts';
import { setting } from '../state/site.ts';
import { percentText, priceText, signedAmountText, UNKNOWN } from '../text/format.ts';
import { exactMomentText, momentText, shortDayText, shortMomentText } from '../text/moment-text.ts';
import { clockText, dayText } from '../text/time.ts';

/** Lots with at least two digits: '0.10'. */
export const lotsText = (order: Order): string => formatDecimal(order.lots, 2);
export const sideText = (order: Order): string => (order.side === 'buy' ? t('orders:buy') : t('orders:sell'));
/** 'Buy 0.10', for a place where the product stands beside it. */
export const sideLotsText = (order: Order): string => t('orders:side-lots', { side: sideText(order), lots: lotsText(order) });
/** 'Buy 0.10 EUR/USD'. */
export const cardName = (order: Order): string =>
  t('orders:card', { side: sideText(order), lots: lotsText(order), code: order.product.showCode });
/** As it is read at a glance: sign and two digits. */
export const netText = (net: Money): string => signedAmountText(net, 2);
/** What stands before the charges of a result: of nights only where they have cost or brought something. */
export const chargesLabel = ({ financing }: { readonly financing: Money }): string =>
  financing === 0n ? t('orders:total.fees') : t('orders:total.fees-nights');
/** What of its margin an order has brought: '+3.32%'; '' where there is no margin. */
export function returnText(net: Money, order: Order): string {
  const percent = returnPercent(net, marginBehind(order));
  return percent === undefined ? '' : `${signedAmountText(percent, 2)}%`;
}
/** A price of the order, or of its market; '--' for none. */
export const orderPriceText = (order: Order, price: Price | number): string =>
  price > 0 ? priceText(typeof price === 'number' ? price : toNumber(price), order.product.pricePrecision) : UNKNOWN;
/** A time in the configured zone; '--' when there is none yet. */
export const stampText = (timeMs: number): string => (timeMs === 0 ? UNKNOWN : exactMomentText(timeMs, Date.now(), setting('timezone')));

/** Only the day of it in figures, by which days are compared. */
const dayStamp = (timeMs: number): string => dayText(timeMs, setting('timezone'));

/** The same for a narrow place: today the clock, else the day, with its year where that is another one: '11:00', '4 Mar', '4 Mar 2025'. */
export function shortStampText(timeMs: number): string {
  if (timeMs === 0) return UNKNOWN;
  if (dayStamp(timeMs) === dayStamp(Date.now())) return clockText(timeMs, setting('timezone')).slice(0, 5);
  return shortDayText(timeMs, Date.now(), setting('timezone'));
}

/** The same in six signs at most: of another year the year. */
export function tinyStampText(timeMs: number): string {
  const year = dayStamp(timeMs).slice(0, 4);
  return timeMs === 0 || year === dayStamp(Date.now()).slice(0, 4) ? shortStampText(timeMs) : year;
}

/** How long a pending order waits, or was to wait. */
export const goodTillText = ({ goodTillMs }: Order): string =>
  goodTillMs === 0 ? t('orders:good-till.cancelled') : momentText(goodTillMs, Date.now(), setting('timezone'));

/** The same for a narrow place: '23 Nov, 00:00'. */
export const shortGoodTillText = (order: Order): string =>
  order.goodTillMs === 0 ? goodTillText(order) : shortMomentText(order.goodTillMs, Date.now(), setting('timezone'));

/** How far a pending order's price lies from the market, in price and percent: '0.00342 · +0.32%'. */
export function distanceText(order: Order, market: number): string {
  if (!(market > 0)) return UNKNOWN;
  const away = toNumber(order.askedPrice) - market;
  return `${orderDistance(order, Math.abs(away))} · ${percentText((away / market) * 100)}`;
}
const orderDistance = (order: Order, distance: number): string => priceText(distance, order.product.pricePrecision);

const SHORT_ENDS = { sl: 'orders:end-short.sl', tp: 'orders:end-short.tp', stopout: 'orders:end-short.stopout' } as const satisfies Record<
  StopReason,
  Key
>;

/** Why it ended: by hand, by a price, by the stop-out; or that it was cancelled. */
export function endText(order: Order): string {
  if (order.state === 'cancelled') return cancelText(order);
  // A copied position ends with the one that it copies, which somebody closed.
  return t(`orders:end.${order.end === '' || order.end === 'copy' ? 'manual' : order.end}`);
}

/** The same in two letters, for a narrow place; '' of one that was closed by hand. */
export const shortEndText = ({ end }: Order): string => (end in SHORT_ENDS ? t(SHORT_ENDS[end as StopReason]) : '');

function cancelText(order: Order): string {
  if (order.end === 'balance' || order.end === 'expired') return t(`orders:end.${order.end}`);
  return order.end === 'stopout' ? t('orders:end.cancelled-stopout') : t('orders:end.cancelled');
}
