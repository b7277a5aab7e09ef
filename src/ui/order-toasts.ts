/** The words for what happened to orders without their owner. A stop loss is a loss, and said as one. */
import { decimal, formatDecimal, type Lots } from '#domain/decimal.ts';
import type { EngineEvent } from '#protocol/engine-api.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { priceText } from './format.ts';
import { needTexts, t } from './i18n.ts';
import { toast } from './kit/toast.tsx';

export type OrderNews = 'filled' | 'tp' | 'sl';

/** More at once are said by the lists alone: toasts would push each other out unread. */
const TOLD_MAX = 3;

export async function toastOrders(news: OrderNews, rows: readonly OrderRow[]): Promise<void> {
  await needTexts('orders').catch(() => undefined);
  for (const row of rows.slice(0, TOLD_MAX)) toast(textOf(news, row), news === 'sl' ? 'bad' : 'good');
}

/** A margin call, a stop-out, a pending order that could not be paid. */
export async function toastNotice({ kind, level }: Extract<EngineEvent, { type: 'notice' }>): Promise<void> {
  await needTexts('orders').catch(() => undefined);
  toast(t(`orders:notice.${kind}`, { level }), 'bad');
}

function textOf(news: OrderNews, row: OrderRow): string {
  const order = nameOf(row);
  if (news === 'filled') return t('orders:filled', { order, price: priceText(row.Price, row.ForexTradeLists.PricePrecision) });
  return t(`orders:stopped.${news}`, { order });
}

const nameOf = (row: OrderRow): string =>
  t('orders:card', {
    side: row.OrderType === 1 ? t('orders:buy') : t('orders:sell'),
    lots: formatDecimal(decimal<Lots>(row.Quantity), 2),
    code: row.ForexTradeLists.ShowCode,
  });
