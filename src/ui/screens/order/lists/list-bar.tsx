import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { shortDayText } from '../../../text/moment-text.ts';
import { DateFilter } from '../dates/date-filter.tsx';
import type { DayRange } from '../dates/day-range.ts';

/** Of a day as a date field has it: '4 Mar'. */
const dayName = (day: string): string => shortDayText(Date.parse(day), Date.now(), '0');

type ListBarProps = {
  /** What the list shows: '3 positions'. */
  text: string;
  range: Signal<DayRange | undefined>;
  /** What can be done with the whole list. */
  children?: ComponentChildren;
};

/** Between totals and list: how many, which days, and what can be done with all of them. */
export function ListBar({ text, range, children }: ListBarProps) {
  const isOpen = useSignal(range.peek() !== undefined);
  const shown = range.value;
  return (
    <>
      <div class="list-bar">
        <p class="num">
          {text}
          {shown && <small>{t('orders:dates.range', { start: dayName(shown.start), end: dayName(shown.end) })}</small>}
        </p>
        <IconButton label={t('orders:dates')} aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          <Icon name="calendar" />
        </IconButton>
        {children}
      </div>
      {isOpen.value && <DateFilter range={range} />}
    </>
  );
}
