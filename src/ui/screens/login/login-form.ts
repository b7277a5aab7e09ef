/** The login form as data: what is typed, and what is wrong with it. No screen needed to test it. */
import type { AccountKind } from '#domain/registration.ts';
import { kindOf, type NameField, NO_NAME, nameProblems } from '../../credentials/account-name.ts';
import type { Problems, Values } from '../../credentials/use-form.ts';

export type LoginField = NameField | 'area' | 'password';
/** `email`: as it was typed at another door. */
export const emptyLogin = (email: string): Values<LoginField> => ({ ...NO_NAME, email, area: '', password: '' });

/** What keeps the form from being sent, by field. */
export const loginProblems = (values: Values<LoginField>, kinds: readonly AccountKind[]): Problems<LoginField> => ({
  ...nameProblems(kindOf(kinds, values.kind), values),
  password: values.password === '' ? 'account:login.need-password' : undefined,
});
