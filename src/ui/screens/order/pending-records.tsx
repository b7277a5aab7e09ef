import { useSignal } from '@preact/signals';
import { t } from '../../i18n.ts';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { DoneCard } from './done-card.tsx';
import { listTexts } from './list-texts.ts';
import { OrderDetail } from './order-detail.tsx';
import { useRecords } from './records.ts';

/** Orders that wait for their price. */
export function PendingRecords() {
  const pages = useRecords(0);
  const detailId = useSignal(0);
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={() => pages.refresh()}>
      <List
        label={t('orders:pending')}
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
