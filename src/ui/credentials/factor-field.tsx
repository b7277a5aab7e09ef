import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { Field } from '../kit/field.tsx';
import { type Key, t } from '../language/i18n.ts';
import { restoreSession } from '../state/session.ts';
import { user } from '../state/user.ts';
import type { Form } from './use-form.ts';

/** True where a change of a credential asks for a code of the second factor too (decision D9.229). */
export const hasFactor = (): boolean => user.value?.two_factor === '1';

export const factorProblem = (factor: string, isAsked: boolean): Key | undefined =>
  isAsked && factor.trim() === '' ? 'register:factor.needed' : undefined;

/** A code counts once, whatever came of it: after a refusal it is typed anew. `isItself`: the refusal is about the code. */
export function factorRefused(form: Form<'factor'>, isItself: boolean): void {
  form.values.factor.value = '';
  // It was set in another tab: the person's row says so from now on, and the field comes.
  if (isItself && !hasFactor()) void restoreSession();
}

/** A code of the second factor, or one of the recovery codes, where one is set. */
export const FactorField = ({ form }: { form: Form<'factor'> }) =>
  hasFactor() ? (
    <Field
      label={t('register:factor')}
      name="factor"
      value={form.values.factor}
      problem={form.problem('factor')}
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={FACTOR_LENGTH_MAX}
    />
  ) : null;
