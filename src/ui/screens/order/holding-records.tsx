import type { Signal } from '@preact/signals';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { useWhileActive } from '../../page-active.ts';
import { PATHS } from '../../paths.ts';
import { refreshProducts, watchOrders } from '../../watch.ts';
import type { DayRange } from './day-range.ts';
import { HeldCard } from './held-card.tsx';
import { HoldingTotals } from './holding-totals.tsx';
import { ListBar } from './list-bar.tsx';
import { listTexts } from './list-texts.ts';
import { OrderSheet, useOrderSheet } from './order-sheet.tsx';
import { PageSheet, usePageSheet } from './page-sheet.tsx';
import { useLiveRows, useRecords } from './records.ts';

const loadCloseAll = () => import('./many-question.tsx').then((module) => module.CloseAllQuestion);

/** Open positions with live numbers; a position that closes leaves by itself, and its sheets with it. */
export function HoldingRecords({ range }: { range: Signal<DayRange | undefined> }) {
  const pages = useRecords(1, range.value);
  const rows = useLiveRows(1, pages, range.value);
  const sheet = useOrderSheet();
  const closeAll = usePageSheet();
  useWhileActive(() => watchOrders());
  const refresh = () => {
    refreshProducts();
    return pages.refresh();
  };
  const isKnown = rows.value.length > 0;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={refresh}>
      <HoldingTotals />
      {(isKnown || range.value) && (
        <ListBar text={t('orders:count.holding', { count: rows.value.length })} range={range}>
          {isKnown && (
            <Button size="short" onClick={() => (closeAll.value = true)}>
              {t('orders:close-all')}
            </Button>
          )}
        </ListBar>
      )}
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
        {(row) => <HeldCard row={row} onAsk={(ask) => sheet.show(ask, row)} />}
      </List>
      <OrderSheet state={sheet} rows={rows.value} />
      <PageSheet open={closeAll} title={t('orders:many.close-title')} load={loadCloseAll} />
    </PullToRefresh>
  );
}
