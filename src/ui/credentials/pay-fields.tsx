import { useSignal } from '@preact/signals';
import { PAY_PASSWORD_LENGTH } from '#domain/credentials.ts';
import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import type { PayPair } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import type { Form } from './use-form.ts';

/** The password that guards withdrawals, twice: by the keypad, or by letters for who wants some in it. */
export function PayFields({ form }: { form: Form<PayPair> }) {
  const hasLetters = useSignal(false);
  const field = {
    autoComplete: 'off',
    maxLength: PAY_PASSWORD_LENGTH.max,
    inputMode: hasLetters.value ? undefined : 'numeric',
  } as const;
  return (
    <>
      <PasswordField
        {...field}
        label={t('register:pay')}
        name="pay-password"
        value={form.values.payPassword}
        problem={form.problem('payPassword')}
        hint={t('register:pay.hint')}
        keepsHint
      />
      <PasswordField
        {...field}
        label={t('register:pay.repeat')}
        name="pay-repeat"
        value={form.values.payRepeat}
        problem={form.problem('payRepeat')}
      />
      <div class="credentials-keys">
        <Button kind="quiet" size="short" onClick={() => (hasLetters.value = !hasLetters.value)}>
          {t(hasLetters.value ? 'register:pay.digits' : 'register:pay.letters')}
        </Button>
      </div>
    </>
  );
}
