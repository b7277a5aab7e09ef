import { type Signal, useSignal } from '@preact/signals';
import { Button } from '../../../kit/button.tsx';
import { Card } from '../../../kit/card.tsx';
import { List } from '../../../kit/list.tsx';
import { PullToRefresh } from '../../../kit/pull-to-refresh.tsx';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { arrowOf, toneOf, UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import type { DayRange } from '../dates/day-range.ts';
import { OrderSheet, useOrderSheet } from '../detail/order-sheet.tsx';
import { PageSheet } from '../detail/page-sheet.tsx';
import { DoneCard } from './done-card.tsx';
import { ListBar } from './list-bar.tsx';
import { listTexts } from './list-texts.ts';
import { type RecordPage, useRecords } from './records.ts';

const statementCode = lazyCode(() => import('../statement/statement-question.tsx').then((module) => module.StatementQuestion));

/** Closed and cancelled orders, newest first, and what they came to. Read-only. */
export function HistoryRecords({ range }: { range: Signal<DayRange | undefined> }) {
  const pages = useRecords('closed', range.value);
  const sheet = useOrderSheet();
  const statement = useSignal(false);
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={() => pages.refresh()}>
      <HistoryTotals page={pages.last.value} />
      <ListBar text={range.value ? '' : t('orders:dates.all')} range={range} hasDatesOpen>
        <Button size="short" onClick={() => (statement.value = true)}>
          {t('orders:statement')}
        </Button>
      </ListBar>
      <List
        label={t('orders:history')}
        items={pages.items.value}
        keyOf={(order) => order.id}
        status={pages.status.value}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        texts={listTexts()}
        skeleton={{ rows: 3, kind: 'card' }}
      >
        {(order) => <DoneCard order={order} onOpen={() => sheet.show('detail', order)} />}
      </List>
      <OrderSheet state={sheet} orders={pages.items.value} />
      <PageSheet open={statement} title={t('orders:statement')} code={statementCode} />
    </PullToRefresh>
  );
}

function HistoryTotals({ page }: { page: RecordPage | undefined }) {
  const profit = page?.profit;
  return (
    <Card label={t('orders:totals')}>
      <dl class="records-totals">
        <div>
          <dt>{t('orders:total.profit')}</dt>
          <dd class="num" data-tone={profit === undefined ? undefined : toneOf(profit)}>
            {profit === undefined ? UNKNOWN : `${arrowOf(profit)} ${moneyText(profit, { sign: true })}`.trim()}
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
