/** The way back in as data: e-mail only, a code that was sent there, and a new password twice (S1-5.17, decision D1.5.09). */
import { emailProblem } from '../../credentials/account-name.ts';
import { NEW_WORDS, type PasswordPair, passwordPairProblems } from '../../credentials/new-password.ts';
import type { Problems, Values } from '../../credentials/use-form.ts';

export type ForgotField = 'email' | 'code' | PasswordPair;
/** `email`: as it was typed at another door. */
export const emptyForgot = (email: string): Values<ForgotField> => ({ email, code: '', password: '', repeat: '' });

export const forgotProblems = (values: Values<ForgotField>): Problems<ForgotField> => ({
  email: emailProblem(values.email),
  code: values.code.trim() === '' ? 'register:complete' : undefined,
  ...passwordPairProblems(values, { words: NEW_WORDS, account: values.email }),
});
