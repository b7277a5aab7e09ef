import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../../kit/button.tsx';
import { List } from '../../../kit/list.tsx';
import { PullToRefresh } from '../../../kit/pull-to-refresh.tsx';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import type { DayRange } from '../dates/day-range.ts';
import { OrderSheet, useOrderSheet } from '../detail/order-sheet.tsx';
import { PageSheet } from '../detail/page-sheet.tsx';
import { DoneRow } from './done-row.tsx';
import { ListBar } from './list-bar.tsx';
import { listState } from './list-state.ts';
import { type RecordPage, useRecords } from './records.ts';
import { ResultTotals } from './result-totals.tsx';
import { useRowOpening } from './row-opening.ts';
import { TotalsStrip } from './totals-strip.tsx';

const statementCode = lazyCode(() => import('../statement/statement-question.tsx').then((module) => module.StatementQuestion));

/** Closed and cancelled orders, newest first, and what they came to. Read-only. */
export function HistoryRecords({ range }: { range: Signal<DayRange | undefined> }) {
  const pages = useRecords('closed', range.value);
  const sheet = useOrderSheet();
  const opening = useRowOpening('closed', range);
  const statement = useSignal(false);
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={() => pages.refresh()}>
      <TotalsStrip>
        <ResultTotals sums={pages.last.value} />
      </TotalsStrip>
      <ListBar text={countText(pages.last.value)} range={range}>
        <Button size="short" onClick={() => (statement.value = true)}>
          {t('orders:statement')}
        </Button>
      </ListBar>
      <List
        label={t('orders:history')}
        items={pages.items.value}
        keyOf={(order) => order.id}
        {...listState(pages, pages.items.value.length)}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        skeleton={{ rows: 6, kind: 'row' }}
      >
        {(order) => <DoneRow order={order} opening={opening} onAsk={(ask) => sheet.show(ask, order)} />}
      </List>
      <OrderSheet state={sheet} orders={pages.items.value} />
      <PageSheet open={statement} title={t('orders:statement')} code={statementCode} />
    </PullToRefresh>
  );
}

/** '23 orders, 1 cancelled'. */
function countText(page: RecordPage | undefined): string {
  if (!page) return '';
  const { total: count, charges } = page;
  if (!charges?.cancelled) return t('orders:count.closed', { count });
  return t('orders:count.with-cancelled', { count, cancelled: charges.cancelled });
}
