import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { FieldFrame } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { areaOfNumber, DEFAULT_PREFIX, writtenPrefix } from './area-choice.ts';
import { useAreas } from './areas.ts';
import './phone-field.css';

/** More than any number has, with the blanks and brackets that people write. */
const NUMBER_LENGTH_MAX = 24;

type PhoneFieldProps = {
  /** Id of the chosen area, '' for the usual one. */
  area: Signal<string>;
  number: Signal<string>;
  problem: string | undefined;
  /** What a browser's store of passwords or of addresses knows the field by. */
  autoComplete: 'username' | 'tel-national';
};

/** The prefix of an area, by the phone's own wheel, and the number behind it. Until the areas are here there is the usual prefix. */
export function PhoneField({ area, number, problem, autoComplete }: PhoneFieldProps) {
  const id = useId();
  const areas = useAreas();
  const rows = areas.data.value;
  const chosen = areaOfNumber(rows, area.value);
  const prefix = writtenPrefix(chosen?.global_code ?? DEFAULT_PREFIX);
  const retry = areas.status.value === 'failed' && (
    <Button kind="quiet" size="short" busy={areas.isFetching.value} onClick={() => areas.refetch()}>
      {t('account:areas.retry')}
    </Button>
  );
  return (
    <FieldFrame id={id} label={t('account:login.phone')} problem={problem} aside={retry}>
      <div class="field-box phone-box" data-invalid={problem ? '' : undefined}>
        <span class="phone-area">
          <span class="num" aria-hidden="true" data-prefix>
            {prefix}
          </span>
          <Icon name="down" size={16} />
          <select
            aria-label={t('account:area')}
            autoComplete="tel-country-code"
            value={chosen ? String(chosen.id) : ''}
            onChange={(event) => (area.value = event.currentTarget.value)}
          >
            {(rows ?? [{ id: '', name: '', global_code: prefix }]).map((row) => (
              <option key={row.id} value={String(row.id)}>
                {`${row.name} ${writtenPrefix(row.global_code)}`}
              </option>
            ))}
          </select>
        </span>
        <input
          id={id}
          class="num"
          type="tel"
          name="number"
          autoComplete={autoComplete}
          enterKeyHint="next"
          maxLength={NUMBER_LENGTH_MAX}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          value={number.value}
          onInput={(event) => (number.value = event.currentTarget.value)}
        />
      </div>
    </FieldFrame>
  );
}
