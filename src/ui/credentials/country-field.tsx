import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Select } from '../kit/select.tsx';
import { t } from '../language/i18n.ts';
import { guessedCountry } from './area-choice.ts';
import { useAreas } from './areas.ts';

/** Where a person lives: by the browser's language, which is said beside it while nobody has chosen, or nothing (decisions D9.205, D9.484). */
export function CountryField({ country, problem }: { country: Signal<string>; problem: string | undefined }) {
  const areas = useAreas();
  const rows = areas.data.value;
  const guess = useSignal('');
  useLayoutEffect(() => {
    if (rows && country.peek() === '') country.value = guess.value = guessedCountry(rows, navigator.language);
  }, [rows]);
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
      hint={t(country.value !== '' && country.value === guess.value ? 'register:country.guessed' : 'register:country.hint')}
      disabled={!rows}
    />
  );
}
