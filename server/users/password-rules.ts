/** What a new password must be (decision D1.5.07, security S21); its length is the wire's to check. */
import { isAccountName } from '#domain/credentials.ts';
import { invalidField, type Outcome } from '../outcome.ts';
import { isCommonPassword } from './common-passwords.ts';

type Asked = {
  readonly field: string;
  readonly password: string /** E-mail and number of the account, as stored. */;
  readonly names: readonly (string | null)[];
};

const aboutField = (field: string, allowed: string, message: string): Outcome<never> =>
  ({ ...invalidField({ field, value: '', allowed }), message }) as Outcome<never>;

/** Which rule a password breaks, on its field; `undefined` for a good one. */
export function passwordProblem({ field, password, names }: Asked): Outcome<never> | undefined {
  if (isAccountName(password, names)) return aboutField(field, 'a password that is hard to guess', 'passwordIsAccount');
  return isCommonPassword(password) ? aboutField(field, 'a password that is hard to guess', 'passwordCommon') : undefined;
}

/** A password that is the pay password of the account already: two locks of which one key opens both. */
export const isPayPasswordProblem = (field: string): Outcome<never> =>
  aboutField(field, 'another text than the pay password', 'passwordIsPayPassword');

/** A repeat that is not the same ('Password inconsistency'). */
export const repeatProblem = (field: string, of: string): Outcome<never> =>
  aboutField(field, `the same text as ${of}`, 'passwordInconsistency');

/** An empty field that has no message of its own ('Please complete', decision D9.33). */
export const emptyProblem = (field: string): Outcome<never> => aboutField(field, `${field} is required`, 'pleaseComplete');
