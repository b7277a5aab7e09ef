/** What orders came to, as toasts say it: the net as the toast's money, what it is made of, and how it is felt. */
import type { Order } from '#domain/order.ts';
import { chargesOf, netOf, sumOfResults } from '#domain/order-result.ts';
import { type ToastExtras, toast, toasts } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { vibrate } from '../state/order-habits.ts';
import { signedAmountText } from '../text/format.ts';
import { moneyText } from '../text/money.ts';
import { cardName, orderPriceText } from './order-texts.ts';

type Result = Parameters<typeof netOf>[0];

/** ms: a gain is felt twice, a loss once and longer, other news once and shortly. */
const GAIN = [30, 60, 30];
const LOSS = [120];
const NEWS = [40];

export const feelNews = (): void => vibrate(NEWS);
export const feelResult = (isGain: boolean): void => vibrate(isGain ? GAIN : LOSS);

/** The net; where something was charged, what it is made of. */
export function resultExtras(result: Result): ToastExtras {
  const money = moneyText(netOf(result), { sign: true });
  const charges = chargesOf(result);
  if (charges === 0n) return { money };
  const key = result.financing === 0n ? 'orders:news.result' : 'orders:news.result-nights';
  return { money, detail: t(key, { profit: signedAmountText(result.profit, 2), fees: signedAmountText(charges, 2) }) };
}

type ToastKind = Parameters<typeof toast>[1];

/** The newest word about an order takes the place of an older one: what was said of it before is no longer so, and covers what is tapped next. */
export function toastAbout(orderId: number, text: string, kind: ToastKind, extras: ToastExtras = {}): void {
  const about = `order ${orderId}`;
  // An answer that comes late must not take away what it came to.
  toasts.value = toasts.peek().filter((older) => older.about !== about || (older.money && !extras.money));
  toast(text, kind, { ...extras, about });
}

function toastResult(text: string, result: Result, orderId?: number): void {
  const isGain = netOf(result) >= 0n;
  feelResult(isGain);
  const kind = isGain ? 'good' : 'bad';
  if (orderId === undefined) toast(text, kind, resultExtras(result));
  else toastAbout(orderId, text, kind, resultExtras(result));
}

/** A position, or a part of one, that its owner closed: what the server's own message leaves out (decision D9.161). */
export const toastClosed = (order: Order): void =>
  toastResult(t('orders:closed-at', { order: cardName(order), price: orderPriceText(order, order.price) }), order, order.id);

/** A position that was turned round: what now stands, with the money of what it was. */
export const toastReversed = (closed: Order, opened: Order): void =>
  toastResult(t('orders:reversed-at', { order: cardName(opened), price: orderPriceText(opened, opened.openPrice) }), closed, closed.id);

/** All that went in one press, as their sum. */
export const toastManyClosed = (orders: readonly Order[]): void =>
  toastResult(t('orders:closed-many', { count: orders.length }), sumOfResults(orders));
