import type { Order } from '#domain/order.ts';
import { lockedBy, sumOfResults } from '#domain/order-result.ts';
import { t } from '../../../language/i18n.ts';
import { usableText } from '../../../state/account.ts';
import { openOrders } from '../../../state/orders.ts';
import { amountText } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { Total, TotalsStrip } from './totals-strip.tsx';

/** What waiting orders hold back. The engine knows them all; without it, what the list has shown so far. */
export function PendingTotals({ orders }: { orders: readonly Order[] }) {
  const all = openOrders.value?.filter((order) => order.state === 'pending') ?? orders;
  return (
    <TotalsStrip isLive>
      <dl class="records-result">
        <Total label={t('orders:total.locked')} isMain>
          {moneyText(lockedBy(all))}
        </Total>
        <Total label={t('orders:total.of-it-fees')}>{amountText(sumOfResults(all).fee, 2)}</Total>
        <Total label={t('orders:total.available')}>{usableText}</Total>
      </dl>
    </TotalsStrip>
  );
}
