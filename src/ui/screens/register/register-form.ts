/** The registration as data: what is typed, what is wrong with it under the site's rules, and what would be sent. Knows no screen. */
import { phoneDigits } from '#domain/credentials.ts';
import type { AccountKind, RegistrationProof } from '#domain/registration.ts';
import type { AreaRow } from '#protocol/rest/site.ts';
import type { Registration } from '#rest/credentials.ts';
import { accountName, kindOf, type NameField, NO_NAME, nameProblems } from '../../credentials/account-name.ts';
import { DEFAULT_PREFIX } from '../../credentials/area-choice.ts';
import {
  NEW_WORDS,
  PAY_WORDS,
  type PasswordPair,
  type PayPair,
  passwordPairProblems,
  payPairProblems,
} from '../../credentials/new-password.ts';
import type { Problems, Values } from '../../credentials/use-form.ts';

/** `area`: of a number; `country`: of a person with an e-mail address (decision D9.26). Both are ids of the list of areas. */
export type RegisterField = NameField | 'area' | 'country' | PasswordPair | PayPair | 'invite' | 'code';
/** What the site asks for. */
export type RegisterRules = {
  readonly kinds: readonly AccountKind[];
  readonly proof: RegistrationProof;
  readonly hasPayPassword: boolean;
  readonly hasInvite: boolean;
  readonly needsInvite: boolean;
  /** Who somebody is, all of it or nothing. */
  readonly hasIdentity: boolean;
};

const INVITE = /^[\w-]{1,20}$/;

/** `invited`: the code of the link that somebody came by; what can be none is left out. */
export const emptyRegister = (invited: string | undefined): Values<RegisterField> => ({
  ...NO_NAME,
  ...{ area: '', country: '', password: '', repeat: '', payPassword: '', payRepeat: '', code: '' },
  invite: INVITE.test(invited ?? '') ? (invited ?? '') : '',
});

/** Everything of specification S1 section 5 that a page can see; fields that the site does not ask for are never wrong. */
export function registerProblems(values: Values<RegisterField>, rules: RegisterRules): Problems<RegisterField> {
  const kind = kindOf(rules.kinds, values.kind);
  const account = kind === 'email' ? values.email : '';
  return {
    ...nameProblems(kind, values),
    country: kind === 'email' && values.country === '' ? 'register:complete' : undefined,
    code: rules.proof !== 'none' && values.code.trim() === '' ? 'register:complete' : undefined,
    ...passwordPairProblems(values, { words: NEW_WORDS, account }),
    ...(rules.hasPayPassword && payPairProblems(values, PAY_WORDS, values.password)),
    invite: rules.hasInvite && rules.needsInvite && values.invite.trim() === '' ? 'register:complete' : undefined,
  };
}

/** The fields that a person sees: elsewhere a refusal would be said to nobody. */
export const shownFields = (rules: RegisterRules, kind: AccountKind): readonly RegisterField[] => [
  ...(kind === 'email' ? (['email', 'country'] as const) : (['number'] as const)),
  ...(rules.proof === 'none' ? [] : (['code'] as const)),
  ...(['password', 'repeat'] as const),
  ...(rules.hasPayPassword ? (['payPassword', 'payRepeat'] as const) : []),
  ...(rules.hasInvite ? (['invite'] as const) : []),
];

/** What is sent. `area`: of the number; `proofId`: of the picture or the puzzle that the code answers, '' for a sent code. */
export function registrationOf(
  values: Values<RegisterField>,
  rules: RegisterRules,
  {
    area,
    proofId,
    identity,
  }: { readonly area: AreaRow | undefined; readonly proofId: string; readonly identity: Registration['identity'] },
): Registration {
  const kind = kindOf(rules.kinds, values.kind);
  const isPhone = kind === 'phone';
  return {
    kind,
    account: accountName(kind, values, area?.global_code ?? DEFAULT_PREFIX),
    number: isPhone ? (phoneDigits(values.number) ?? '') : '',
    areaId: isPhone ? String(area?.id ?? '') : values.country,
    password: values.password,
    repeat: values.repeat,
    payPassword: rules.hasPayPassword ? values.payPassword : '',
    invite: rules.hasInvite ? values.invite.trim() : '',
    identity: rules.hasIdentity ? identity : undefined,
    proof: { id: proofId, answer: rules.proof === 'none' ? '' : values.code.trim() },
  };
}
