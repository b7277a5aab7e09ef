/** The change of one's own password as data (S1-5.18, S1-5.19, decision D1.5.11). */
import { factorProblem } from '../../credentials/factor-field.tsx';
import { CHANGE_WORDS, type PasswordPair, passwordPairProblems } from '../../credentials/new-password.ts';
import type { Problems, Values } from '../../credentials/use-form.ts';

export type ChangeField = PasswordPair | 'current' | 'code' | 'factor';
export const EMPTY_CHANGE: Values<ChangeField> = { current: '', password: '', repeat: '', code: '', factor: '' };

/** `account`: one's own, which the password must not be; `hasCode`: the site asks for a sent code too; `hasFactor`: the person has a second factor. */
export const changeProblems = (
  values: Values<ChangeField>,
  { account, hasCode, hasFactor }: { readonly account: string; readonly hasCode: boolean; readonly hasFactor: boolean },
): Problems<ChangeField> => ({
  current: values.current === '' ? 'register:current.needed' : undefined,
  ...passwordPairProblems(values, { words: CHANGE_WORDS, account }),
  code: hasCode && values.code.trim() === '' ? 'register:complete' : undefined,
  factor: factorProblem(values.factor, hasFactor),
});
