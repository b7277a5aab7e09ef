import { signal } from '@preact/signals';
import { isPeriod, PERIODS, type Period } from '#domain/periods.ts';
import { t } from '../../i18n.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { storage } from '../../storage.ts';

const KEY = 'chartPeriod';
/** Specification S1 section 9. */
const PERIOD_START: Period = '5min';

function storedPeriod(): Period {
  const stored = storage.get(KEY);
  return isPeriod(stored) ? stored : PERIOD_START;
}

/** The chosen period, remembered in the browser. */
export const period = signal<Period>(storedPeriod());

const LABELS: Record<Period, string> = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1h',
  '1day': '1D',
  '1week': '1W',
};

/** The seven periods, shortest first. */
export function PeriodBar() {
  const select = (next: Period) => {
    period.value = next;
    storage.set(KEY, next);
  };
  return (
    <div class="trade-periods">
      <Tabs
        label={t('trade:periods')}
        items={PERIODS.map((value) => ({ value, label: LABELS[value], name: value }))}
        selected={period.value}
        onSelect={select}
      />
    </div>
  );
}
