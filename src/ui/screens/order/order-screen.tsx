import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { t } from '../../i18n.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { LiveMark } from '../../live-mark.tsx';
import { navigate } from '../../navigate.ts';
import { PATHS } from '../../paths.ts';
import { openOrders } from '../../state/orders.ts';
import type { DayRange } from './day-range.ts';
import { HistoryRecords } from './history-records.tsx';
import { HoldingRecords } from './holding-records.tsx';
import { type RecordType, recordPath, recordQuery } from './order-query.ts';
import { PendingRecords } from './pending-records.tsx';
import './order-screen.css';

/** The records: what is held, what waits and what is over. Which of them, the address says. */
export function OrderScreen() {
  const { source, type } = recordQuery(useLocation().query);
  const select = (next: string) => navigate(recordPath(PATHS.orders, { source, type: Number(next) as RecordType }), true);
  // Each list has its own days: a filter of the history must never hide an open position.
  const ranges = { 1: useRange(), 0: useRange(), 3: useRange() };
  const countOf = (status: 0 | 1) => {
    const count = openOrders.value?.filter((row) => row.Status === status).length;
    return count ? { count } : {};
  };
  return (
    <div class="records">
      <header class="records-head">
        <h1>{t('orders:title')}</h1>
        <Tabs
          label={t('orders:sources')}
          variant="segmented"
          items={[{ value: '0', label: t('orders:contract') }]}
          selected="0"
          onSelect={() => select(String(type))}
        />
        <LiveMark />
      </header>
      <div class="records-tabs">
        <Tabs
          label={t('orders:types')}
          variant="segmented"
          items={[
            { value: '1', label: t('orders:holding'), name: t('orders:holding'), ...countOf(1) },
            { value: '0', label: t('orders:pending'), name: t('orders:pending'), ...countOf(0) },
            { value: '3', label: t('orders:history') },
          ]}
          selected={String(type)}
          onSelect={select}
        />
      </div>
      {type === 1 && <HoldingRecords range={ranges[1]} />}
      {type === 0 && <PendingRecords range={ranges[0]} />}
      {type === 3 && <HistoryRecords range={ranges[3]} />}
    </div>
  );
}

const useRange = () => useSignal<DayRange | undefined>(undefined);
