/** Texts of an order that more than one card or sheet shows. */
import { decimal, formatDecimal, type Lots, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { percentText, priceText, signedMoneyText, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { setting } from '../../state/site.ts';
import { dateTimeText, dayText } from '../../time.ts';

/** Fraction digits of a record's profit (specification S1 section 9). */
const PROFIT_DIGITS = 6;

/** Lots with at least two digits: '0.10'. */
export const lotsText = (row: OrderRow): string => formatDecimal(decimal<Lots>(row.Quantity), 2);
export const sideText = (row: OrderRow): string => (row.OrderType === 1 ? t('orders:buy') : t('orders:sell'));
/** '0.10 lots · 100×'; without the leverage where it plays no part. */
export const sizeText = (row: OrderRow): string => {
  const lots = t('orders:lots', { lots: lotsText(row) });
  return row.MarginMode === 1 ? lots : `${lots} · ${row.Multiple}×`;
};
/** 'Buy 0.10 EUR/USD'. */
export const cardName = (row: OrderRow): string =>
  t('orders:card', { side: sideText(row), lots: lotsText(row), code: row.ForexTradeLists.ShowCode });
export const recordProfitText = (profit: Money): string => signedMoneyText(profit, PROFIT_DIGITS);
export const orderPriceText = (row: OrderRow, price: number): string =>
  price > 0 ? priceText(price, row.ForexTradeLists.PricePrecision) : UNKNOWN;
/** A stamp of the server in the configured zone; '--' when there is none yet. */
export const stampText = (stamp: string): string => (stamp === '' ? UNKNOWN : dateTimeText(stamp, setting('timezone')));

/** The same for a narrow place: today only the clock, else only the day. */
export function shortStampText(stamp: string): string {
  const zone = setting('timezone');
  const text = stampText(stamp);
  return text.startsWith(`${dayText(Date.now(), zone)} `) ? text.slice(11) : text.slice(0, 10);
}

/** How far a pending order's price lies from the market, in price and percent: '0.00342 · +0.32%'. */
export function distanceText(row: OrderRow, market: number): string {
  if (!(market > 0)) return UNKNOWN;
  const away = row.OriginPrice - market;
  return `${orderDistance(row, Math.abs(away))} · ${percentText((away / market) * 100)}`;
}
const orderDistance = (row: OrderRow, distance: number): string => priceText(distance, row.ForexTradeLists.PricePrecision);

/** Why it ended: by hand, by a price, by the stop-out; or that it was cancelled. */
export function endText(row: OrderRow): string {
  if (row.Status === 4) return cancelText(row);
  switch (row.CloseReason) {
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

function cancelText(row: OrderRow): string {
  if (row.CloseReason === 'balance') return t('orders:end.balance');
  return row.CloseReason === 'stopout' ? t('orders:end.cancelled-stopout') : t('orders:end.cancelled');
}
