import { useLocation } from 'preact-iso/router';
import { t } from '../../i18n.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { LiveMark } from '../../live-mark.tsx';
import { navigate } from '../../navigate.ts';
import { PATHS } from '../../paths.ts';
import { openOrders } from '../../state/orders.ts';
import { HistoryRecords } from './history-records.tsx';
import { HoldingRecords } from './holding-records.tsx';
import { type RecordType, recordPath, recordQuery } from './order-query.ts';
import { PendingRecords } from './pending-records.tsx';
import './order-screen.css';

/** The records: what is held, what waits and what is over. Which of them, the address says. */
export function OrderScreen() {
  const { source, type } = recordQuery(useLocation().query);
  const select = (next: string) => navigate(recordPath(PATHS.orders, { source, type: Number(next) as RecordType }), true);
  const held = openOrders.value?.filter((row) => row.Status === 1).length;
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
            { value: '1', label: t('orders:holding'), name: t('orders:holding'), ...(held ? { count: held } : {}) },
            { value: '0', label: t('orders:pending') },
            { value: '3', label: t('orders:history') },
          ]}
          selected={String(type)}
          onSelect={select}
        />
      </div>
      {type === 1 && <HoldingRecords />}
      {type === 0 && <PendingRecords />}
      {type === 3 && <HistoryRecords />}
    </div>
  );
}
