/** Micro trades of a person: those that run, with countdown and estimate, and those that have ended. Comes with its tab. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { MicroList, MicroTrade } from '#domain/micro-trade.ts';
import type { OrderList } from '#domain/order.ts';
import { microPage } from '#rest/micro.ts';
import { List } from '../../../kit/list.tsx';
import { PullToRefresh } from '../../../kit/pull-to-refresh.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { t } from '../../../language/i18n.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { MICRO_KEY, readMicros, startMicros } from '../../../orders/micro/micro-life.ts';
import { MicroSheet } from '../../../orders/micro/micro-sheet.tsx';
import { microToShow } from '../../../orders/micro/micro-to-show.ts';
import { PATHS } from '../../../paths.ts';
import { request } from '../../../requests/request.ts';
import { microOf, microStatus, runningMicros } from '../../../state/micro-trades.ts';
import { usePages } from '../../../state/pages.ts';
import { sessionNumber } from '../../../state/session.ts';
import { listState } from '../lists/list-state.ts';
import { EndedMicroRow, RunningMicroRow } from './micro-rows.tsx';
import '../lists/order-row.css';
import './micro-records.css';

type MicroRecordsProps = {
  list: MicroList;
  /** In the words of the address, which both kinds of trades share. */
  onSelect: (list: OrderList) => void;
};

export function MicroRecords({ list, onSelect }: MicroRecordsProps) {
  const count = runningMicros.value.length;
  return (
    <>
      <div class="records-tabs">
        <Tabs
          label={t('micro:types')}
          variant="segmented"
          items={[
            { value: 'holding', label: t('micro:in-transaction'), name: t('micro:in-transaction'), ...(count > 0 ? { count } : {}) },
            { value: 'closed', label: t('micro:closed') },
          ]}
          selected={list === 'closed' ? 'closed' : 'holding'}
          onSelect={onSelect}
        />
      </div>
      <div class="micro-records">{list === 'closed' ? <ClosedMicros /> : <RunningMicros />}</div>
    </>
  );
}

/** What runs is kept true by the page itself: at most twenty, all of them. */
function RunningMicros() {
  const shownId = useShownId();
  useWhileActive(() => {
    startMicros();
    return undefined;
  }, [sessionNumber.value]);
  const trades = runningMicros.value;
  const status = microStatus.value === 'ready' ? 'done' : microStatus.value;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={readMicros}>
      <Trades label={t('micro:in-transaction')} trades={trades} pages={{ status: { value: status } }} onRetry={() => void readMicros()}>
        {(trade) => <RunningMicroRow trade={trade} onShow={() => (shownId.value = trade.id)} />}
      </Trades>
      <MicroSheet id={shownId} listed={trades} />
    </PullToRefresh>
  );
}

function ClosedMicros() {
  const shownId = useShownId();
  const pages = usePages<MicroTrade, { items: readonly MicroTrade[]; total: number }>({
    key: [MICRO_KEY, 'closed'],
    keyOf: (trade) => trade.id,
    read: async (page, abort) => {
      const { trades: items, total } = await microPage(request, { list: 'closed', page }, { signal: abort, silent: true });
      return { items, total };
    },
  });
  const trades = pages.items.value;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={() => pages.refresh()}>
      <div class="list-bar">
        <p class="num">{trades.length > 0 && t('micro:count', { count: pages.total.value })}</p>
      </div>
      <Trades label={t('micro:closed')} trades={trades} pages={pages} onMore={() => pages.more()} onRetry={() => pages.retry()}>
        {(trade) => <EndedMicroRow trade={trade} onShow={() => (shownId.value = trade.id)} />}
      </Trades>
      <MicroSheet id={shownId} listed={trades} />
    </PullToRefresh>
  );
}

/** The trade whose sheet is open; one that a toast asked for opens by itself, once it is known here. */
function useShownId() {
  const shownId = useSignal(0);
  useSignalEffect(() => {
    if (microToShow.value === 0 || !microOf(microToShow.value)) return;
    shownId.value = microToShow.value;
    microToShow.value = 0;
  });
  return shownId;
}

type TradesProps = {
  label: string;
  trades: readonly MicroTrade[];
  pages: Parameters<typeof listState>[0];
  onMore?: () => Promise<unknown> | undefined;
  onRetry: () => void;
  children: (trade: MicroTrade) => ReturnType<typeof RunningMicroRow>;
};

const Trades = ({ label, trades, pages, onMore, onRetry, children }: TradesProps) => (
  <List
    label={label}
    items={trades}
    keyOf={(trade) => trade.id}
    {...listState(pages, trades.length)}
    {...(onMore && { onMore })}
    onRetry={onRetry}
    skeleton={{ rows: 6, kind: 'row' }}
    emptyAction={
      <a class="button" data-kind="primary" href={`#${PATHS.trade}?tab=1`}>
        {t('micro:empty.trade')}
      </a>
    }
  >
    {children}
  </List>
);
