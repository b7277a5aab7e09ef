import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { Field } from '../kit/field.tsx';
import { type Key, t } from '../language/i18n.ts';
import { isFactorLeft, isFactorRefused } from '../requests/factor-left.ts';
import { restoreSession } from '../state/session.ts';
import { user } from '../state/user.ts';
import type { Form } from './use-form.ts';

/** True where a change of a credential asks for a code of the second factor too (decision D9.229). */
export const hasFactor = (): boolean => user.value?.two_factor === '1';

export const factorProblem = (factor: string, isAsked: boolean): Key | undefined =>
  isAsked && factor.trim() === '' ? 'register:factor.needed' : undefined;

/** After a refusal that may have used the code up it is typed anew, and its field is no mistake before it is sent again. */
export function factorRefused(form: Form<'factor'>, error: unknown): void {
  if (isFactorLeft(error)) return;
  const isItself = isFactorRefused(error);
  form.values.factor.value = '';
  if (!isItself) form.forget('factor');
  // It was set in another tab: the person's row says so from now on, and the field comes.
  if (isItself && !hasFactor()) void restoreSession();
}

/** A code of the second factor, or one of the recovery codes, where one is set. */
export const FactorField = ({ form }: { form: Form<'factor'> }) =>
  hasFactor() ? (
    <Field
      label={t('register:factor')}
      hint={t('register:factor.once')}
      name="factor"
      value={form.values.factor}
      problem={form.problem('factor')}
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={FACTOR_LENGTH_MAX}
    />
  ) : null;
