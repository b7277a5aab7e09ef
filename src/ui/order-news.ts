/**
 * What happens to orders without their owner: a pending order fills, a stop closes a position. Said as a toast on whatever screen is
 * shown. The words come when there is something to say.
 */
import { decimal, formatDecimal, type Lots } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { priceText } from './format.ts';
import { needTexts, t } from './i18n.ts';
import { type ToastKind, toast } from './kit/toast.tsx';
import { listen } from './state/events.ts';
import { openOrders } from './state/orders.ts';

/** More at once are said by the lists alone: toasts would push each other out unread. */
const TOLD_MAX = 3;

/** Listens for the life of the page. Called once. */
export function tellOrderNews(): void {
  let waiting = new Set<number>();
  listen('orders', ({ rows }) => {
    const filled = rows.filter((row) => row.Status === 1 && waiting.has(row.Id));
    waiting = new Set(rows.filter((row) => row.Status === 0).map((row) => row.Id));
    void tell(filled, 'good', (row) =>
      t('orders:filled', { order: nameOf(row), price: priceText(row.Price, row.ForexTradeLists.PricePrecision) }),
    );
  });
  listen('closed', ({ ids, reasons }) => {
    // The event comes before the list without them.
    const closed = (openOrders.peek() ?? []).filter((row) => ids.includes(row.Id));
    // A close by hand has its own answer, a stop-out its own notice.
    for (const reason of ['tp', 'sl'] as const)
      void tell(
        closed.filter((row) => reasons[row.Id] === reason),
        reason === 'tp' ? 'good' : 'bad',
        (row) => t(`orders:stopped.${reason}`, { order: nameOf(row) }),
      );
  });
}

async function tell(rows: readonly OrderRow[], kind: ToastKind, text: (row: OrderRow) => string): Promise<void> {
  if (rows.length === 0) return;
  await needTexts('orders').catch(() => undefined);
  for (const row of rows.slice(0, TOLD_MAX)) toast(text(row), kind);
}

const nameOf = (row: OrderRow): string =>
  t('orders:card', {
    side: row.OrderType === 1 ? t('orders:buy') : t('orders:sell'),
    lots: formatDecimal(decimal<Lots>(row.Quantity), 2),
    code: row.ForexTradeLists.ShowCode,
  });
