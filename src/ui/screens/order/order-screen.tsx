import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { OrderList } from '#domain/order.ts';
import { LiveMark } from '../../freshness/live-mark.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { openOrders } from '../../state/orders.ts';
import type { DayRange } from './dates/day-range.ts';
import { HistoryRecords } from './lists/history-records.tsx';
import { HoldingRecords } from './lists/holding-records.tsx';
import { recordPath, recordQuery } from './lists/order-query.ts';
import { PendingRecords } from './lists/pending-records.tsx';
import './order-screen.css';

/**
 * The records: what is held, what waits and what is over. Which of them, the address says. The kind of orders (`source`) is no choice while
 * there is one kind.
 */
export function OrderScreen() {
  const { source, list } = recordQuery(useLocation().query);
  const select = (next: string) => navigate(recordPath(PATHS.orders, { source, list: next as OrderList }), true);
  // Each list has its own days: a filter of the history must never hide an open position.
  const ranges = { holding: useRange(), pending: useRange(), closed: useRange() };
  const countOf = (state: 'holding' | 'pending') => {
    const count = openOrders.value?.filter((order) => order.state === state).length;
    return count ? { count } : {};
  };
  return (
    <div class="records">
      <header class="records-head">
        <h1>{t('orders:title')}</h1>
        <DemoChip />
        <LiveMark />
      </header>
      <div class="records-tabs">
        <Tabs
          label={t('orders:types')}
          variant="segmented"
          items={[
            { value: 'holding', label: t('orders:holding'), name: t('orders:holding'), ...countOf('holding') },
            { value: 'pending', label: t('orders:pending'), name: t('orders:pending'), ...countOf('pending') },
            { value: 'closed', label: t('orders:history') },
          ]}
          selected={list}
          onSelect={select}
        />
      </div>
      {list === 'holding' && <HoldingRecords range={ranges.holding} />}
      {list === 'pending' && <PendingRecords range={ranges.pending} />}
      {list === 'closed' && <HistoryRecords range={ranges.closed} />}
      <MarketPictures />
    </div>
  );
}

const useRange = () => useSignal<DayRange | undefined>(undefined);
