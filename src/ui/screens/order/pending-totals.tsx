import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { moneyText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Card } from '../../kit/card.tsx';
import { usableText } from '../../state/account.ts';
import { openOrders } from '../../state/orders.ts';
import { setting } from '../../state/site.ts';

/** What waiting orders hold back. The engine knows them all; without it, what the list has shown so far. */
export function PendingTotals({ rows }: { rows: readonly OrderRow[] }) {
  const all = openOrders.value?.filter((row) => row.Status === 0) ?? rows;
  const locked = all.reduce<Money>((sum, row) => sum + decimal<Money>(row.CautionMoney) + decimal<Money>(row.TradeFee), 0n);
  return (
    <Card label={t('orders:totals')}>
      <dl class="records-totals">
        <div>
          <dt>{t('orders:total.locked', { currency: setting('currency') })}</dt>
          <dd class="num">{moneyText(locked, 2)}</dd>
        </div>
        <div class="records-second">
          <dt>{t('orders:total.available')}</dt>
          <dd class="records-level num">{usableText}</dd>
        </div>
      </dl>
    </Card>
  );
}
