/** Another address for one's account as data (decision D9.300). */
import type { AccountKind } from '#domain/registration.ts';
import { type NameField, nameProblems } from '../../credentials/account-name.ts';
import { factorProblem } from '../../credentials/factor-field.tsx';
import type { Problems, Values } from '../../credentials/use-form.ts';

export type AddressField = NameField | 'area' | 'code' | 'current' | 'factor';

/** `hasFactor`: the person has a second factor. */
export const addressProblems = (
  values: Values<AddressField>,
  { kind, hasFactor }: { readonly kind: AccountKind; readonly hasFactor: boolean },
): Problems<AddressField> => ({
  ...nameProblems(kind, values),
  code: values.code.trim() === '' ? 'register:complete' : undefined,
  current: values.current === '' ? 'register:current.needed' : undefined,
  factor: factorProblem(values.factor, hasFactor),
});
