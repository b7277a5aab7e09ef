import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import type { CredentialField } from '#protocol/credentials-wire.ts';
import { Field } from '../kit/field.tsx';
import { type Key, t } from '../language/i18n.ts';
import { restoreSession } from '../state/session.ts';
import { user } from '../state/user.ts';
import type { Form } from './use-form.ts';

/** True where a change of a credential asks for a code of the second factor too (decision D9.229). */
export const hasFactor = (): boolean => user.value?.two_factor === '1';

export const factorProblem = (factor: string, isAsked: boolean): Key | undefined =>
  isAsked && factor.trim() === '' ? 'register:factor.needed' : undefined;

/** Refusals that come before the code is looked at: it counts still. */
const UNUSED: readonly (CredentialField | undefined)[] = ['account', 'area', 'current', 'password', 'repeat'];

/**
 * A code counts once: after a refusal that came when it had been looked at, it is typed anew, and its field is no mistake before it is sent again.
 * `refused`: the field that the refusal is about.
 */
export function factorRefused(form: Form<'factor'>, refused: CredentialField | undefined): void {
  if (UNUSED.includes(refused)) return;
  const isItself = refused === 'factor';
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
