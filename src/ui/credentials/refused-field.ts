/** Where on a form the server's refusal belongs: by its code, which says what it is about, else by the field that it names. */
import type { AccountKind } from '#domain/registration.ts';
import { type CredentialCall, type CredentialField, refusedCredential } from '#protocol/credentials-wire.ts';
import { CREDENTIAL_ERROR, ERROR } from '#protocol/errors.ts';
import { CallError } from '#rest/call-error.ts';

const FIELD_OF_CODE: Readonly<Record<number | string, CredentialField>> = {
  [ERROR.codeWrong]: 'code',
  [ERROR.captchaWrong]: 'code',
  [ERROR.accountExists]: 'account',
  [ERROR.countryNotServed]: 'area',
  [ERROR.passwordWrong]: 'current',
  [CREDENTIAL_ERROR.factorNeeded]: 'factor',
  [CREDENTIAL_ERROR.factorWrong]: 'factor',
};

/** `undefined`: it is about no field, and stands above the form. */
export function refusedField(call: CredentialCall, error: unknown): CredentialField | undefined {
  return error instanceof CallError ? (FIELD_OF_CODE[error.code] ?? refusedCredential(call, error.data)) : undefined;
}

/** The field that a name or a country is typed into: of a number both are one. */
export const nameFieldOf = (kind: AccountKind, field: 'account' | 'area'): 'email' | 'number' | 'country' => {
  if (kind === 'phone') return 'number';
  return field === 'account' ? 'email' : 'country';
};
