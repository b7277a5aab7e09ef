/** The name that one registers and logs in with, as data: an e-mail address, or a number behind the prefix of its area. */
import { normalEmail, phoneDigits } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import type { Key } from '../language/i18n.ts';
import type { Problems, Values } from './use-form.ts';

export type NameField = 'kind' | 'email' | 'number';
/** Names of nobody yet. */
export const NO_NAME: Values<NameField> = { kind: '', email: '', number: '' };

/** The kind that is chosen: the first of the site's until somebody has chosen one of them. */
export const kindOf = (kinds: readonly AccountKind[], chosen: string): AccountKind =>
  kinds.find((kind) => kind === chosen) ?? kinds[0] ?? 'email';

export const emailProblem = (email: string): Key | undefined => {
  if (email.trim() === '') return 'account:login.need-email';
  return normalEmail(email) === undefined ? 'account:login.email-invalid' : undefined;
};

const numberProblem = (number: string): Key | undefined => {
  if (number.trim() === '') return 'account:login.need-phone';
  return phoneDigits(number) === undefined ? 'account:login.phone-invalid' : undefined;
};

/** What is wrong with the name of the kind that is shown. */
export const nameProblems = (kind: AccountKind, { email, number }: Values<NameField>): Problems<NameField> =>
  kind === 'email' ? { email: emailProblem(email) } : { number: numberProblem(number) };

/** As it is sent: the address without blanks around it, or prefix and digits (decision D1.5.02). */
export const accountName = (kind: AccountKind, { email, number }: Values<NameField>, prefix: string): string =>
  kind === 'email' ? email.trim() : prefix + (phoneDigits(number) ?? '');
