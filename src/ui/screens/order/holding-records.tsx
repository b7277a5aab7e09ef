import { useSignal } from '@preact/signals';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { t } from '../../i18n.ts';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { useWhileActive } from '../../page-active.ts';
import { PATHS } from '../../paths.ts';
import { refreshProducts, watchOrders } from '../../watch.ts';
import { CloseSheet } from './close-sheet.tsx';
import { HeldCard } from './held-card.tsx';
import { HoldingTotals } from './holding-totals.tsx';
import { listTexts } from './list-texts.ts';
import { OrderDetail } from './order-detail.tsx';
import { useHeldRows, useRecords } from './records.ts';

/** Open positions with live numbers; a position that closes leaves by itself, and its sheets with it. */
export function HoldingRecords() {
  const pages = useRecords(1);
  const rows = useHeldRows(pages);
  const detailId = useSignal(0);
  const closingId = useSignal(0);
  useWhileActive(() => watchOrders());
  const rowOf = (id: number): OrderRow | undefined => rows.value.find((row) => row.Id === id);
  const refresh = () => {
    refreshProducts();
    return pages.refresh();
  };
  const isKnown = rows.value.length > 0;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={refresh}>
      <HoldingTotals />
      <List
        label={t('orders:holding')}
        items={rows.value}
        keyOf={(row) => row.Id}
        status={isKnown && pages.status.value === 'loading' ? 'done' : pages.status.value}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        texts={listTexts()}
        skeleton={{ rows: 3, kind: 'card' }}
        emptyAction={
          <a class="button" data-kind="primary" href={`#${PATHS.trade}`}>
            {t('orders:empty.trade')}
          </a>
        }
      >
        {(row) => <HeldCard row={row} onOpen={() => (detailId.value = row.Id)} onClose={() => (closingId.value = row.Id)} />}
      </List>
      <OrderDetail row={rowOf(detailId.value)} id={detailId} onClose={(row) => (closingId.value = row.Id)} />
      <CloseSheet row={rowOf(closingId.value)} id={closingId} />
    </PullToRefresh>
  );
}
