/** The words for what happened to orders without their owner. A stop loss is a loss, and said as one. */
import { formatDecimal, toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import type { EngineEvent } from '#protocol/engine-api.ts';
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { priceText } from '../text/format.ts';

export type OrderNews = 'filled' | 'tp' | 'sl';

/** More at once are said by the lists alone: toasts would push each other out unread. */
const TOLD_MAX = 3;

export async function toastOrders(news: OrderNews, orders: readonly Order[]): Promise<void> {
  await needTexts('orders').catch(() => undefined);
  for (const order of orders.slice(0, TOLD_MAX)) toast(textOf(news, order), news === 'sl' ? 'bad' : 'good');
}

/** A margin call, a stop-out, a pending order that could not be paid. */
export async function toastNotice({ kind, level }: Extract<EngineEvent, { type: 'notice' }>): Promise<void> {
  await needTexts('orders').catch(() => undefined);
  toast(t(`orders:notice.${kind}`, { level }), 'bad');
}

function textOf(news: OrderNews, order: Order): string {
  const name = nameOf(order);
  if (news !== 'filled') return t(`orders:stopped.${news}`, { order: name });
  return t('orders:filled', { order: name, price: priceText(toNumber(order.openPrice), order.product.pricePrecision) });
}

const nameOf = (order: Order): string =>
  t('orders:card', {
    side: order.side === 'buy' ? t('orders:buy') : t('orders:sell'),
    lots: formatDecimal(order.lots, 2),
    code: order.product.showCode,
  });
