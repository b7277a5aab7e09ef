import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { setPayPassword } from '#rest/credentials.ts';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { request } from '../requests/request.ts';
import { restoreSession } from '../state/session.ts';
import { user } from '../state/user.ts';
import { CredentialForm } from './credential-form.tsx';
import { CurrentField } from './current-field.tsx';
import { FactorField, factorProblem, factorRefused, hasFactor } from './factor-field.tsx';
import { lockText } from './lock-text.ts';
import { type PairWords, type PayPair, payPairProblems } from './new-password.ts';
import { PayFields } from './pay-fields.tsx';
import { refusedField } from './refused-field.ts';
import { type Form, type Problems, useForm, type Values } from './use-form.ts';

type PayField = PayPair | 'current' | 'factor';
const EMPTY: Values<PayField> = { payPassword: '', payRepeat: '', current: '', factor: '' };

/** What keeps it from being sent; `words` are those of the screen, `isFactorAsked`: the person has a second factor. */
export const payProblems = (values: Values<PayField>, words: PairWords, isFactorAsked: boolean): Problems<PayField> => ({
  ...payPairProblems(values, words, values.current),
  current: values.current === '' ? 'register:current.needed' : undefined,
  factor: factorProblem(values.factor, isFactorAsked),
});

/** Sets the password that guards withdrawals, or changes it: both ask for the login password (decision D9.28). */
export function PayPasswordForm({ words, onDone }: { words: PairWords; onDone: () => void }) {
  const hasOne = user.value?.has_pay_password === '1';
  const form: Form<PayField> = useForm<PayField, number | undefined>({
    start: EMPTY,
    problems: (values) => payProblems(values, words, hasFactor()),
    send: ({ payPassword, current, factor }) => setPayPassword(request, { payPassword, current, factor: factor.trim() }, { silent: true }),
    onDone(lockedUntilMs) {
      toast(t(hasOne ? 'register:pay.changed' : 'register:pay.set'), 'good', { detail: lockText(lockedUntilMs) });
      // The person's row says from now on that there is one.
      void restoreSession();
      onDone();
    },
    onRefused(error) {
      const refused = refusedField('amendPay', error);
      if (refused === 'current') return { field: refused, text: t('register:current.wrong') };
      factorRefused(form, error);
      if (refused === 'factor' && hasFactor()) return { field: refused };
      return { field: refused === 'payPassword' ? refused : undefined };
    },
  });
  return (
    <CredentialForm form={form} label={t('register:pay.title')} submit={t(hasOne ? 'register:pay.change' : 'register:pay.submit')}>
      <PayFields form={form} />
      <CurrentField form={form} />
      <FactorField form={form} />
      <p class="credential-note">{t('register:pay.detail', { hours: CREDENTIAL_LOCK_HOURS })}</p>
    </CredentialForm>
  );
}
