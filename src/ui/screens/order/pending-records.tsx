import type { Signal } from '@preact/signals';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { PATHS } from '../../paths.ts';
import { refreshProducts } from '../../watch.ts';
import type { DayRange } from './day-range.ts';
import { ListBar } from './list-bar.tsx';
import { listTexts } from './list-texts.ts';
import { OrderSheet, useOrderSheet } from './order-sheet.tsx';
import { PageSheet, usePageSheet } from './page-sheet.tsx';
import { PendingCard } from './pending-card.tsx';
import { PendingTotals } from './pending-totals.tsx';
import { useLiveRows, useRecords } from './records.ts';

const loadCancelAll = () => import('./many-question.tsx').then((module) => module.CancelAllQuestion);

/** Orders that wait for their price; one that fills moves to the positions by itself. */
export function PendingRecords({ range }: { range: Signal<DayRange | undefined> }) {
  const pages = useRecords(0, range.value);
  const rows = useLiveRows(0, pages, range.value);
  const sheet = useOrderSheet();
  const cancelAll = usePageSheet();
  const refresh = () => {
    refreshProducts();
    return pages.refresh();
  };
  const isKnown = rows.value.length > 0;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={refresh}>
      <PendingTotals rows={rows.value} />
      {(isKnown || range.value) && (
        <ListBar text={t('orders:count.pending', { count: rows.value.length })} range={range}>
          {isKnown && (
            <Button size="short" onClick={() => (cancelAll.value = true)}>
              {t('orders:cancel-all')}
            </Button>
          )}
        </ListBar>
      )}
      <List
        label={t('orders:pending')}
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
        {(row) => <PendingCard row={row} onAsk={(ask) => sheet.show(ask, row)} />}
      </List>
      <OrderSheet state={sheet} rows={rows.value} />
      <PageSheet open={cancelAll} title={t('orders:many.cancel-title')} load={loadCancelAll} />
    </PullToRefresh>
  );
}
