/** A new password of a login, and one that guards withdrawals, as data: what is wrong with what is typed, before anything is sent. */
import { isAccountName, isWithin, PASSWORD_LENGTH, PAY_PASSWORD_LENGTH } from '#domain/credentials.ts';
import type { Key } from '../language/i18n.ts';
import type { Problems, Values } from './use-form.ts';

export type PasswordPair = 'password' | 'repeat';
export type PayPair = 'payPassword' | 'payRepeat';
/** What is said where one of the two is empty, and where they differ: each screen has its own words (specification S1 section 5). */
export type PairWords = { readonly empty: Key; readonly differ: Key; readonly emptyRepeat?: Key };
/** On the screens where a password is changed both fields must be filled (S1-5.19, S2-5.17). */
export const CHANGE_WORDS: PairWords = {
  empty: 'register:input-full',
  emptyRepeat: 'register:input-full',
  differ: 'register:password-not-equal',
};
/** Of the password that guards withdrawals, at /register and in the sheet of /mine/password, and on its own screen (decision D1.5.12). */
export const PAY_WORDS: PairWords = { empty: 'register:complete', differ: 'register:pay-inconsistent' };
export const PAY_SHEET_WORDS: PairWords = { ...CHANGE_WORDS, differ: 'register:pay-inconsistent' };
export const PAY_SCREEN_WORDS: PairWords = { ...CHANGE_WORDS, differ: 'register:pay-mismatch' };
/** Of a login, where it is first made. */
export const NEW_WORDS: PairWords = { empty: 'account:login.need-password', differ: 'register:password-inconsistency' };

/** `account`: the name that it must not be, in whatever case, '' where that is not known. The server refuses more: what is easy to guess. */
function passwordProblem(password: string, account: string, empty: Key): Key | undefined {
  if (password === '') return empty;
  if (!isWithin(password, PASSWORD_LENGTH)) return 'register:password.length';
  return isAccountName(password, [account]) ? 'register:password.is-account' : undefined;
}

/** The password that is made, and the same once more. */
export const passwordPairProblems = (
  { password, repeat }: Values<PasswordPair>,
  { words, account }: { readonly words: PairWords; readonly account: string },
): Problems<PasswordPair> => ({
  password: passwordProblem(password, account, words.empty),
  repeat: repeatProblem(password, repeat, words),
});

/** The same of the password that guards withdrawals; `password`: of the login, which it must not be, as it is typed in another field. */
export function payPairProblems({ payPassword, payRepeat }: Values<PayPair>, words: PairWords, password: string): Problems<PayPair> {
  return {
    payPassword: payPassword === '' ? words.empty : payPasswordProblem(payPassword, password),
    payRepeat: repeatProblem(payPassword, payRepeat, words),
  };
}

function payPasswordProblem(payPassword: string, password: string): Key | undefined {
  if (!isWithin(payPassword, PAY_PASSWORD_LENGTH)) return 'register:pay.length';
  return payPassword === password ? 'register:pay.is-password' : undefined;
}

function repeatProblem(password: string, repeat: string, { emptyRepeat, differ }: PairWords): Key | undefined {
  if (repeat === '' && emptyRepeat) return emptyRepeat;
  return password === repeat ? undefined : differ;
}
