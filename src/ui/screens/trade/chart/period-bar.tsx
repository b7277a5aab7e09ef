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
  // The strip is wider than a small phone: what is chosen must be in sight, also once the tools have their room or the letters are here.
  useEffect(() => {
    const tabs = strip.current?.firstElementChild;
    if (!tabs) return undefined;
    const observer = new ResizeObserver(() => bringIntoSight(tabs));
    observer.observe(tabs);
    return () => observer.disconnect();
  }, [period.value]);
  return (
    <div ref={strip} class="trade-period-strip">
      <Tabs
        label={t('trade:periods')}
        items={PERIODS.map(({ name }) => ({ value: name, label: t(`trade:short.${name}`), name: periodName(name) }))}
        selected={period.value}
        onSelect={select}
      />
    </div>
  );
}

/** '1 hour, 1h': in words, and as it is seen (WCAG 2.5.3). */
const periodName = (name: Period): string => `${t(`trade:period.${name}`)}, ${t(`trade:short.${name}`)}`;

/** Of fewer than these in a row the chosen one always lies at an edge. */
const ROW_MIN = 3;

/** The chosen period away from an edge behind which there are more, since that edge fades. The page itself never scrolls for it. */
function bringIntoSight(tabs: Element): void {
  const chosen = tabs.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  if (!chosen || chosen.width === 0) return;
  const row = tabs.getBoundingClientRect();
  const [before, behind] = [chosen.left - row.left, row.right - chosen.right];
  if (before > 1 && behind > 1) return;
  const isShort = row.width < (ROW_MIN - 0.5) * chosen.width;
  tabs.scrollLeft += isShort ? Math.min(0, before) - Math.min(0, behind) : (before - behind) / 2;
}
