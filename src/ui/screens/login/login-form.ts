/** The login form as data: what is typed, and what is wrong with it. No screen needed to test it. */
import type { Key } from '../../language/i18n.ts';

type LoginValues = { email: string; password: string };
export type LoginProblems = { email?: Key; password?: Key };

/** As loose as the server: one '@' with something on both sides, no blanks. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What keeps the form from being sent; {} when nothing does. */
export function loginProblems({ email, password }: LoginValues): LoginProblems {
  const address = email.trim();
  return {
    ...(address === '' ? { email: 'account:login.need-email' } : EMAIL.test(address) ? {} : { email: 'account:login.email-invalid' }),
    ...(password === '' ? { password: 'account:login.need-password' } : {}),
  };
}
