import { formatDecimal, type Money, parseDecimal } from '#domain/decimal.ts';
import type { MicroDuration } from '#domain/micro-trade.ts';
import { Field } from '../../../kit/field.tsx';
import { t } from '../../../language/i18n.ts';
import { numberText } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { useFormSignal } from '../ticket/use-form-signal.ts';
import { isBelowLeast, type MicroForm, problems } from './micro-form.ts';
import type { MicroState } from './micro-state.ts';

type StakeProps = {
  state: MicroState;
  form: MicroForm;
  terms: MicroDuration | undefined;
  presets: readonly Money[];
  usable: Money | undefined;
};

/** How much is put on it: typed, or one of the presets. Less than the least of the duration is told and not refused (decision D1.5.16). */
export function StakeField({ state, form, terms, presets, usable }: StakeProps) {
  const stake = useFormSignal(
    () => state.form.value?.stake ?? '',
    (text) => state.change({ type: 'stake', stake: text }),
  );
  const minStake = terms ? formatDecimal(terms.minStake) : '';
  const least = terms && t('micro:amount.least', { amount: moneyText(terms.minStake, { digits: minStake.includes('.') ? 2 : 0 }) });
  return (
    <>
      <Field
        label={t('micro:amount')}
        value={stake}
        type="decimal"
        placeholder={terms ? `>= ${minStake}` : ''}
        problem={problemText(problems(form, terms, usable).stake, terms, usable)}
        warning={terms && isBelowLeast(form, terms) ? t('micro:amount.below-min', { amount: moneyText(terms.minStake) }) : undefined}
        trailing={least && <span class="micro-least num">{least}</span>}
        maxLength={14}
        enterKeyHint="done"
      />
      <fieldset class="micro-presets">
        <legend class="sr-only">{t('micro:amount.presets')}</legend>
        {presets.map((preset) => {
          const text = formatDecimal(preset);
          return (
            <button
              key={text}
              type="button"
              class="num"
              aria-pressed={parseDecimal<Money>(form.stake) === preset}
              onClick={() => (stake.value = text)}
            >
              {numberText(text)}
            </button>
          );
        })}
      </fieldset>
    </>
  );
}

/** An empty field is said by the button alone. */
function problemText(
  problem: ReturnType<typeof problems>['stake'],
  terms: MicroDuration | undefined,
  usable: Money | undefined,
): string | undefined {
  if (problem === 'digits') return t('micro:amount.digits');
  if (problem === 'above-max' && terms) return t('micro:amount.above-max', { amount: moneyText(terms.maxStake) });
  if (problem === 'too-much' && usable !== undefined) return t('micro:amount.too-much', { balance: moneyText(usable) });
  return undefined;
}
