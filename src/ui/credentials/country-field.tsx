import type { Signal } from '@preact/signals';
import { Button } from '../kit/button.tsx';
import { Select } from '../kit/select.tsx';
import { t } from '../language/i18n.ts';
import { useAreas } from './areas.ts';

/** Where a person lives, which nobody guesses: they choose it (decision D9.484). */
export function CountryField({ country, problem }: { country: Signal<string>; problem: string | undefined }) {
  const areas = useAreas();
  const rows = areas.data.value;
  if (areas.status.value === 'failed')
    return (
      <div class="credentials-retry">
        <p role="alert">{t('register:countries.failed')}</p>
        <Button size="short" busy={areas.isFetching.value} onClick={() => areas.refetch()}>
          {t('shell:retry')}
        </Button>
      </div>
    );
  const options = (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const none = { value: '', label: t(rows ? 'register:country.choose' : 'shell:loading') };
  return (
    <Select
      label={t('register:country')}
      value={country}
      options={country.value === '' ? [none, ...options] : options}
      problem={problem}
      disabled={!rows}
    />
  );
}
