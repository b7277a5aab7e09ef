import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { FieldNote } from '../../../kit/field.tsx';
import { t } from '../../../language/i18n.ts';
import { DAY_MIN, dayMax, isReversed } from './day-bounds.ts';
import './date-field.css';

type DayFieldsProps = { start: Signal<string>; end: Signal<string>; onPick?: () => void };

/** First and last day; that they are the wrong way round is said as soon as they are. */
export function DayFields({ start, end, onPick }: DayFieldsProps) {
  const id = useId();
  const isWrong = isReversed(start.value, end.value);
  const shared = { onPick, noteId: isWrong ? `${id}-note` : undefined };
  return (
    <>
      <DateField label={t('orders:dates.start')} value={start} {...shared} />
      <DateField label={t('orders:dates.end')} value={end} {...shared} />
      <FieldNote id={id} problem={isWrong ? t('orders:dates.reversed') : undefined} />
    </>
  );
}

/** `noteId`: of what says that something is wrong with it. */
type DateFieldProps = { label: string; value: Signal<string>; onPick: (() => void) | undefined; noteId: string | undefined };

/** A day from 2000 to today, by the phone's own calendar; the whole box opens it. */
function DateField({ label, value, onPick, noteId }: DateFieldProps) {
  return (
    <label class="date-field">
      <span>{label}</span>
      <input
        type="date"
        class="num"
        min={DAY_MIN}
        max={dayMax()}
        value={value.value}
        data-empty={value.value === '' ? '' : undefined}
        aria-invalid={noteId !== undefined}
        aria-describedby={noteId}
        onInput={(event) => {
          value.value = event.currentTarget.value;
          onPick?.();
        }}
      />
    </label>
  );
}
