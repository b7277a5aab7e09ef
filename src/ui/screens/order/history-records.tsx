import type { Signal } from '@preact/signals';
import { decimal, type Money } from '#domain/decimal.ts';
import { arrowOf, signedMoneyText, toneOf, UNKNOWN } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { List } from '../../kit/list.tsx';
import { PullToRefresh } from '../../kit/pull-to-refresh.tsx';
import { setting } from '../../state/site.ts';
import type { DayRange } from './day-range.ts';
import { DoneCard } from './done-card.tsx';
import { ListBar } from './list-bar.tsx';
import { listTexts } from './list-texts.ts';
import { OrderSheet, useOrderSheet } from './order-sheet.tsx';
import { PageSheet, usePageSheet } from './page-sheet.tsx';
import { type RecordPage, useRecords } from './records.ts';

const loadStatement = () => import('./statement-question.tsx').then((module) => module.StatementQuestion);

/** Closed and cancelled orders, newest first, and what they came to. Read-only. */
export function HistoryRecords({ range }: { range: Signal<DayRange | undefined> }) {
  const pages = useRecords(3, range.value);
  const sheet = useOrderSheet();
  const statement = usePageSheet();
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
        keyOf={(row) => row.Id}
        status={pages.status.value}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        texts={listTexts()}
        skeleton={{ rows: 3, kind: 'card' }}
      >
        {(row) => <DoneCard row={row} onOpen={() => sheet.show('detail', row)} />}
      </List>
      <OrderSheet state={sheet} rows={pages.items.value} />
      <PageSheet open={statement} title={t('orders:statement')} load={loadStatement} />
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
