import type { Signal } from '@preact/signals';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import type { DayRange } from '../dates/day-range.ts';
import { LiveRecords } from './live-records.tsx';
import { PendingRow } from './pending-row.tsx';
import { PendingTotals } from './pending-totals.tsx';

const cancelAllCode = lazyCode(() => import('../questions/many-question.tsx').then((module) => module.CancelAllQuestion));

/** Orders that wait for their price; one that fills moves to the positions by itself. */
export function PendingRecords({ range }: { range: Signal<DayRange | undefined> }) {
  return (
    <LiveRecords
      list="pending"
      range={range}
      totals={(orders) => <PendingTotals orders={orders} />}
      all={{ text: t('orders:cancel-all'), title: t('orders:many.cancel-title'), code: cancelAllCode }}
      row={(order, opening, onAsk) => <PendingRow order={order} opening={opening} onAsk={onAsk} />}
    />
  );
}
