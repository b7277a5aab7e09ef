/**
 * What happened to orders without their owner, with the money that it came to: side, product, price and net, in the colour of the net, and the
 * way to the order.
 */
import type { StopReason } from '#domain/close-reasons.ts';
import type { Money } from '#domain/decimal.ts';
import type { Order, OrderList } from '#domain/order.ts';
import { netOf, sumOfResults } from '#domain/order-result.ts';
import type { NoticeKind } from '#protocol/socket.ts';
import { type ToastExtras, toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { sessionNumber } from '../state/session.ts';
import { shortMoneyText } from '../text/short-amount.ts';
import { endedOrders } from './ended-orders.ts';
import { cardName, orderPriceText } from './order-texts.ts';
import { showOrder } from './order-to-show.ts';
import { feelNews, feelResult, resultExtras, toastAbout } from './result-toast.ts';

/** More at once are one toast with their sum (decision D9.117): they would push each other out unread. */
const TOLD_MAX = 3;

export async function toastFilled(orders: readonly Order[]): Promise<void> {
  const isSame = sameSession();
  await words();
  if (!isSame()) return;
  feelNews();
  if (orders.length > TOLD_MAX) {
    const extras = { detail: t('orders:filled.cost', costOf(orders)), action: view('holding') };
    return toast(t('orders:filled-many', { count: orders.length }), 'good', extras);
  }
  for (const order of orders) {
    toastAbout(order.id, t('orders:filled', { order: cardName(order), price: orderPriceText(order, order.openPrice) }), 'good', {
      detail: t('orders:filled.cost', costOf([order])),
      action: view('holding', order.id),
    });
  }
}

/** Positions that were closed for one reason: each for itself, or many as their sum. */
export async function toastStopped(reason: StopReason, orders: readonly Order[]): Promise<void> {
  const isSame = sameSession();
  const [ended] = await Promise.all([endedOrders(orders), words()]);
  if (!isSame()) return;
  const isWhole = ended.length === orders.length;
  const sum = sumOfResults(ended);
  const isGain = isWhole ? netOf(sum) >= 0n : reason === 'tp';
  feelResult(isGain);
  const kindOf = (order: Order | undefined) => ((order ? netOf(order) >= 0n : isGain) ? 'good' : 'bad');
  if (orders.length > TOLD_MAX) {
    const extras = { ...(isWhole && resultExtras(sum)), action: view('closed') };
    return toast(t(`orders:stopped-many.${reason}`, { count: orders.length }), isGain ? 'good' : 'bad', extras);
  }
  for (const order of orders) {
    const end = ended.find(({ id }) => id === order.id);
    toastAbout(order.id, stoppedText(reason, order, end), kindOf(end), { ...(end && resultExtras(end)), action: view('closed', order.id) });
  }
}

/** A pending order that is gone: said when it waited in vain, not when its owner took it back. */
export async function toastLapsed(order: Order): Promise<void> {
  const isSame = sameSession();
  const [[ended]] = await Promise.all([endedOrders([order]), words()]);
  if (!isSame() || ended?.end !== 'expired') return;
  feelNews();
  const text = t('orders:lapsed', { order: cardName(order), price: orderPriceText(order, order.askedPrice) });
  toastAbout(order.id, text, 'info', { action: view('closed', order.id) });
}

/** A margin call, a stop-out, a pending order that could not be paid. */
export async function toastNotice(kind: Exclude<NoticeKind, 'identity'>, level: string): Promise<void> {
  const isSame = sameSession();
  await words();
  if (isSame()) toast(t(`orders:notice.${kind}`, { level }), 'bad');
}

/** Whoever is here by the time that there are words for it must not read of another person's money. */
function sameSession(): () => boolean {
  const asked = sessionNumber.peek();
  return () => sessionNumber.peek() === asked;
}

const sumOf = (orders: readonly Order[], of: (order: Order) => Money): Money => orders.reduce((sum, order) => sum + of(order), 0n);

/** What they took of the account together. */
const costOf = (orders: readonly Order[]) => ({
  margin: shortMoneyText(sumOf(orders, ({ margin }) => margin)),
  fee: shortMoneyText(sumOf(orders, ({ fee }) => fee)),
});

const words = (): Promise<unknown> => needTexts('orders').catch(() => undefined);

const stoppedText = (reason: StopReason, order: Order, end: Order | undefined): string =>
  end
    ? t(`orders:stopped-at.${reason}`, { order: cardName(order), price: orderPriceText(end, end.price) })
    : t(`orders:stopped.${reason}`, { order: cardName(order) });

/** The way to the list, and to the order in it. */
const view = (list: OrderList, id?: number): NonNullable<ToastExtras['action']> => ({
  label: t('orders:news.view'),
  run: () => showOrder(list, id),
});
