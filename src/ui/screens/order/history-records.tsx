import { useSignal } from '@preact/signals';
import { decimal, type Money } from '#domain/decimal.ts';
import { arrowOf, signedMoneyText, toneOf, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Card } from '../../kit/card.tsx';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { setting } from '../../state/site.ts';
import { DoneCard } from './done-card.tsx';
import { listTexts } from './list-texts.ts';
import { OrderDetail } from './order-detail.tsx';
import { type RecordPage, useRecords } from './records.ts';

/** Closed and cancelled orders, newest first, and what they came to. */
export function HistoryRecords() {
  const pages = useRecords(3);
  const detailId = useSignal(0);
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={() => pages.refresh()}>
      <HistoryTotals page={pages.last.value} />
      <List
        label={t('orders:history')}
        items={pages.items.value}
        keyOf={(row) => row.Id}
        status={pages.status.value}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        texts={listTexts()}
        skeleton={{ rows: 3, kind: 'card' }}
      >
        {(row) => <DoneCard row={row} onOpen={() => (detailId.value = row.Id)} />}
      </List>
      <OrderDetail row={pages.items.value.find((row) => row.Id === detailId.value)} id={detailId} />
    </PullToRefresh>
  );
}

function HistoryTotals({ page }: { page: RecordPage | undefined }) {
  const profit = page && decimal<Money>(page.factProfits);
  return (
    <Card label={t('orders:totals')}>
      <dl class="records-totals">
        <div>
          <dt>{t('orders:total.profit', { currency: setting('currency') })}</dt>
          <dd class="num" data-tone={profit === undefined ? undefined : toneOf(profit)}>
            {profit === undefined ? UNKNOWN : `${arrowOf(profit)} ${signedMoneyText(profit, 2)}`.trim()}
          </dd>
        </div>
        <div class="records-second">
          <dt>{t('orders:total.count')}</dt>
          <dd class="records-level num">{page?.total ?? UNKNOWN}</dd>
        </div>
      </dl>
    </Card>
  );
}
