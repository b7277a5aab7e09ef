import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { MicroList } from '#domain/micro-trade.ts';
import type { OrderList } from '#domain/order.ts';
import { LiveMark } from '../../freshness/live-mark.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { MarketPictures } from '../../products/market-pictures.tsx';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { openOrders } from '../../state/orders.ts';
import { flag } from '../../state/site.ts';
import type { DayRange } from './dates/day-range.ts';
import { HistoryRecords } from './lists/history-records.tsx';
import { HoldingRecords } from './lists/holding-records.tsx';
import { recordPath, recordQuery } from './lists/order-query.ts';
import { PendingRecords } from './lists/pending-records.tsx';
import './order-screen.css';

const microCode = lazyCode(async () => (await Promise.all([import('./micro/micro-records.tsx'), needTexts('micro')]))[0].MicroRecords);

/**
 * The records: what is held, what waits and what is over. Which of them, the address says. The kind of orders (`source`) is a choice only where
 * the site has micro trades.
 */
export function OrderScreen() {
  const hasMicro = flag('is_micro');
  const { source, list } = recordQuery(useLocation().query, hasMicro);
  const go = (next: { source: 0 | 1; list: OrderList }) => navigate(recordPath(PATHS.orders, next), true);
  const select = (next: OrderList) => go({ source, list: next });
  const microList: MicroList = list === 'closed' ? 'closed' : 'running';
  return (
    <div class="records">
      <header class="records-head">
        <h1>{t('orders:title')}</h1>
        <DemoChip />
        <LiveMark />
      </header>
      {hasMicro && (
        <div class="records-tabs">
          <Tabs
            label={t('orders:source')}
            variant="segmented"
            items={[
              { value: '0', label: t('orders:source.contract') },
              { value: '1', label: t('orders:source.micro') },
            ]}
            selected={`${source}`}
            onSelect={(next) => go({ source: next === '1' ? 1 : 0, list: 'holding' })}
          />
        </div>
      )}
      {source === 1 ? (
        <LazyView code={microCode} props={{ list: microList, onSelect: select }} />
      ) : (
        <ContractRecords list={list} onSelect={select} />
      )}
      <MarketPictures />
    </div>
  );
}

function ContractRecords({ list, onSelect }: { list: OrderList; onSelect: (list: OrderList) => void }) {
  // Each list has its own days: a filter of the history must never hide an open position.
  const ranges = { holding: useRange(), pending: useRange(), closed: useRange() };
  const live = (state: 'holding' | 'pending') => {
    const count = openOrders.value?.filter((order) => order.state === state).length;
    const label = t(`orders:${state}`);
    // Read out with a pause between the two.
    return { value: state, label, ...(count ? { count, name: `${label}, ${count}` } : {}) };
  };
  return (
    <>
      <div class="records-tabs">
        <Tabs
          label={t('orders:types')}
          variant="segmented"
          items={[live('holding'), live('pending'), { value: 'closed', label: t('orders:history') }]}
          selected={list}
          onSelect={onSelect}
        />
      </div>
      {list === 'holding' && <HoldingRecords range={ranges.holding} />}
      {list === 'pending' && <PendingRecords range={ranges.pending} />}
      {list === 'closed' && <HistoryRecords range={ranges.closed} />}
    </>
  );
}

const useRange = () => useSignal<DayRange | undefined>(undefined);
