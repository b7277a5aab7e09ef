import type { Signal } from '@preact/signals';
import { DAY_MIN, dayMax } from './day-bounds.ts';
import './date-field.css';

type DateFieldProps = { label: string; value: Signal<string>; onPick?: () => void };

/** A day from 2000 to today, by the phone's own calendar; the whole box opens it. */
export function DateField({ label, value, onPick }: DateFieldProps) {
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
        onInput={(event) => {
          value.value = event.currentTarget.value;
          onPick?.();
        }}
      />
    </label>
  );
}
