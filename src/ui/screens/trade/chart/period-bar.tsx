import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { PERIOD_START } from '#domain/period-start.ts';
import { PERIODS, type Period } from '#domain/period-table.ts';
import { isPeriod } from '#domain/periods.ts';
import { storage } from '../../../browser/storage.ts';
import { STORED } from '../../../browser/stored-keys.ts';
import { Tabs } from '../../../kit/tabs.tsx';
import { t } from '../../../language/i18n.ts';
import './period-bar.css';

function storedPeriod(): Period {
  const stored = storage.get(STORED.chartPeriod);
  return isPeriod(stored) ? stored : PERIOD_START;
}

/** The chosen period, remembered in the browser. */
export const period = signal<Period>(storedPeriod());

/** The periods, shortest first. */
export function PeriodBar() {
  const select = (next: Period) => {
    period.value = next;
    storage.set(STORED.chartPeriod, next);
  };
  const strip = useRef<HTMLDivElement>(null);
  // The strip is wider than a small phone: what is chosen must be in sight.
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [period.value]);
  return (
    <div ref={strip} class="trade-period-strip">
      <Tabs
        label={t('trade:periods')}
        items={PERIODS.map(({ name }) => ({ value: name, label: t(`trade:short.${name}`), name }))}
        selected={period.value}
        onSelect={select}
      />
    </div>
  );
}
