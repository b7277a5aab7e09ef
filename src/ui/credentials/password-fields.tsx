import { t } from '../language/i18n.ts';
import type { PasswordPair } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import type { Form } from './use-form.ts';

/** A password that is made now, twice. `label`: of the first of them. */
export function PasswordFields({ form, label }: { form: Form<PasswordPair>; label: string }) {
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        value={form.values.password}
        problem={form.problem('password')}
        hint={t('register:password.hint')}
        keepsHint
        autoComplete="new-password"
      />
      <PasswordField
        label={t('register:repeat')}
        name="repeat"
        value={form.values.repeat}
        problem={form.problem('repeat')}
        autoComplete="new-password"
      />
    </>
  );
}
