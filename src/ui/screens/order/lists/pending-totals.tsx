import type { Money } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { Card } from '../../../kit/card.tsx';
import { t } from '../../../language/i18n.ts';
import { usableText } from '../../../state/account.ts';
import { openOrders } from '../../../state/orders.ts';
import { moneyText } from '../../../text/money.ts';

/** What waiting orders hold back. The engine knows them all; without it, what the list has shown so far. */
export function PendingTotals({ orders }: { orders: readonly Order[] }) {
  const all = openOrders.value?.filter((order) => order.state === 'pending') ?? orders;
  const locked = all.reduce<Money>((sum, order) => sum + order.margin + order.fee, 0n);
  return (
    <Card label={t('orders:totals')}>
      <dl class="records-totals">
        <div>
          <dt>{t('orders:total.locked')}</dt>
          <dd class="num">{moneyText(locked)}</dd>
        </div>
        <div class="records-second">
          <dt>{t('orders:total.available')}</dt>
          <dd class="records-level num">{usableText}</dd>
        </div>
      </dl>
    </Card>
  );
}
