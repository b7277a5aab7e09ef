import { type Signal, useSignal } from '@preact/signals';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { toast } from '../../../kit/toast.tsx';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { DayFields } from './date-field.tsx';
import { dayMax } from './day-bounds.ts';
import type { DayRange } from './day-range.ts';

/** Two days, and the list shows what lies between them. Nothing changes unless both are chosen and in order (specification S1 section 5). */
export function DateFilter({ range }: { range: Signal<DayRange | undefined> }) {
  const start = useSignal(range.peek()?.start ?? '');
  const end = useSignal(range.peek()?.end ?? '');
  const apply = async () => {
    const days = await import('./day-range.ts').catch(() => undefined);
    if (!days) return toast(t('shell:failed'), 'bad');
    const next = days.dayRange(start.peek(), end.peek(), setting('timezone'), dayMax());
    if (next) range.value = next;
    else toast(t('orders:dates.missing'), 'bad');
  };
  const clear = () => {
    start.value = '';
    end.value = '';
    range.value = undefined;
  };
  return (
    <form
      class="date-filter"
      noValidate
      aria-label={t('orders:dates')}
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <DayFields start={start} end={end} />
      <Button type="submit">{t('orders:dates.apply')}</Button>
      {range.value && (
        <IconButton label={t('orders:dates.clear')} onClick={clear}>
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </form>
  );
}
