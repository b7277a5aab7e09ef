/** The fields of real-name verification, each with its message: on the screen of verification, and in registration where that asks for it. */
import type { Signal } from '@preact/signals';
import { useId, useLayoutEffect } from 'preact/hooks';
import {
  AGE_MIN,
  DOCUMENT_KINDS,
  type IdentityPart,
  NAME_LENGTH_MAX,
  NUMBER_LENGTH_MAX,
  PHOTO_SLOTS,
  SSN_LENGTH_MAX,
} from '#domain/identity.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { servedCountries } from '#rest/identity.ts';
import { Field, FieldFrame } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import { type Key, t } from '../language/i18n.ts';
import { PhotoSlot } from '../photos/photo-slot.tsx';
import { request } from '../requests/request.ts';
import { useQuery } from '../state/query.ts';
import { GoodPhoto } from './good-photo.tsx';
import { askedIdentity, forgetProblem, guessCountry, type IdentityInput } from './identity-form.ts';
import type { IdentityStep } from './identity-steps.ts';
import './identity-fields.css';

/** Countries change with the server's seed only. */
const COUNTRIES_STALE_MS = HOUR_MS;

type FieldsProps = {
  input: IdentityInput;
  /** The one step that is shown; all of them without it. */
  step?: IdentityStep;
  /** Where the person lives, as the list of countries has it (`id`): filled in until they choose another country. */
  residence?: number;
};

export function IdentityFields({ input, step, residence = 0 }: FieldsProps) {
  const { texts } = input;
  const asked = askedIdentity();
  const problem = (part: IdentityPart): string | undefined => {
    const key = input.problems.value[part];
    return key && t(key, { age: AGE_MIN });
  };
  const touched = (part: IdentityPart) => () => forgetProblem(input, part);
  const typed = (part: 'name' | 'number' | 'ssn', maxLength: number) => ({
    ...{ label: t(`identity:${part}`), value: texts[part], name: part, maxLength, problem: problem(part), onInput: touched(part) },
    keepsHint: true,
  });
  const stepPart = (name: IdentityStep) => ({ class: 'identity-part', hidden: step !== undefined && step !== name });
  return (
    <div class="identity-fields">
      <div {...stepPart('you')}>
        <Field {...typed('name', NAME_LENGTH_MAX)} autoComplete="name" hint={t('identity:name.hint')} enterKeyHint="next" />
        <Countries input={input} residence={residence} problem={problem('country')} onChange={touched('country')} />
        <Birthday value={texts.birthday} problem={problem('birthday')} onInput={touched('birthday')} />
      </div>
      <div {...stepPart('document')}>
        <div onChange={touched('document')}>
          <Select
            label={t('identity:document')}
            value={texts.document}
            options={(['', ...DOCUMENT_KINDS] as const).map((kind) => ({
              value: kind,
              label: t(kind ? `identity:document.${kind}` : 'identity:choose'),
            }))}
            problem={problem('document')}
          />
        </div>
        <Field {...typed('number', NUMBER_LENGTH_MAX)} autoComplete="off" enterKeyHint="done" />
        {asked.ssn && <Field {...typed('ssn', SSN_LENGTH_MAX)} hint={t('identity:ssn.hint')} autoComplete="off" enterKeyHint="done" />}
      </div>
      <div {...stepPart('photos')}>
        <GoodPhoto />
        <Photos input={input} problem={problem} />
      </div>
    </div>
  );
}

/** The photos that the document needs. */
function Photos({ input, problem }: { input: IdentityInput; problem: (part: IdentityPart) => string | undefined }) {
  const hasHand = askedIdentity().hand;
  // Until a document is chosen the photos are called as those of a card.
  const kind = DOCUMENT_KINDS.find((one) => one === input.texts.document.value) ?? 'card';
  const label = (slot: (typeof PHOTO_SLOTS)[number]): Key => (slot === 'hand' ? 'identity:photo.hand' : `identity:photo.${kind}.${slot}`);
  return (
    <fieldset class="identity-photos">
      <legend class="field-label">{t('identity:photos')}</legend>
      {PHOTO_SLOTS.filter((slot) => slot !== 'hand' || hasHand).map((slot) => (
        <PhotoSlot
          key={slot}
          label={t(label(slot))}
          place={input.photos[slot]}
          problem={problem(slot)}
          onChoose={() => forgetProblem(input, slot)}
        />
      ))}
    </fieldset>
  );
}

type CountryProps = { input: IdentityInput; residence: number; problem: string | undefined; onChange: () => void };

/** Only countries that are served can be chosen; a notice says which are not. */
function Countries({ input, residence, problem, onChange }: CountryProps) {
  const value = input.texts.country;
  const { data } = useQuery({
    key: ['countries'],
    // A read of its own: where a form asks for an area too, neither takes the other's place.
    read: (signal) => servedCountries(request, { signal, silent: true, key: 'countries' }),
    staleMs: COUNTRIES_STALE_MS,
  });
  const home = data.value?.find(({ id }) => id === residence)?.code;
  useLayoutEffect(() => {
    if (home !== undefined) guessCountry(input, home);
  }, [home]);
  const countries = (data.value ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const sorted = [...countries].sort((a, b) => a.label.localeCompare(b.label));
  // What was sent before stays chosen while the list is on its way.
  const isKnown = value.value === '' || countries.some((country) => country.value === value.value);
  const options = [{ value: '', label: t('identity:choose') }, ...sorted, ...(isKnown ? [] : [{ value: value.value, label: value.value }])];
  return (
    <div onChange={onChange}>
      <Select label={t('identity:country')} value={value} options={options} problem={problem} hint={t('identity:country.hint')} keepsHint />
    </div>
  );
}

type BirthdayProps = { value: Signal<string>; problem: string | undefined; onInput: () => void };

function Birthday({ value, problem, onInput }: BirthdayProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={t('identity:birthday')} problem={problem}>
      <div class="field-box" data-invalid={problem ? '' : undefined}>
        <input
          id={id}
          type="date"
          class="num"
          name="birthday"
          autoComplete="bday"
          min="1900-01-01"
          max={new Date().toISOString().slice(0, 10)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
            onInput();
          }}
        />
      </div>
    </FieldFrame>
  );
}
