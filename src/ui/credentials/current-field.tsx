import { t } from '../language/i18n.ts';
import { PasswordField } from './password-field.tsx';
import type { Form } from './use-form.ts';

/** The password that one logs in with now: whoever holds somebody's open page does not know it. */
export const CurrentField = ({ form }: { form: Form<'current'> }) => (
  <PasswordField
    label={t('register:current')}
    name="current"
    value={form.values.current}
    problem={form.problem('current')}
    autoComplete="current-password"
  />
);
