import type { Signal } from '@preact/signals';
import { watchOrders } from '../../../engine/watch.ts';
import { t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useWhileActiveAtOnce } from '../../../navigation/page-active.ts';
import type { DayRange } from '../dates/day-range.ts';
import { HeldRow } from './held-row.tsx';
import { HoldingTotals } from './holding-totals.tsx';
import { LiveRecords } from './live-records.tsx';

const closeAllCode = lazyCode(() => import('../questions/many-question.tsx').then((module) => module.CloseAllQuestion));

/** Open positions with live numbers. */
export function HoldingRecords({ range }: { range: Signal<DayRange | undefined> }) {
  useWhileActiveAtOnce(() => watchOrders());
  return (
    <LiveRecords
      list="holding"
      range={range}
      totals={(_orders, isHeld) => <HoldingTotals isHeld={isHeld} />}
      all={{ text: t('orders:close-all'), title: t('orders:many.close-title'), code: closeAllCode }}
      row={(order, opening, onAsk) => <HeldRow order={order} opening={opening} onAsk={onAsk} />}
    />
  );
}
