/** Which field of a form of credentials a refusal is about: the wire names it as the call does, the forms as people see it. */
import { isObject } from './wire-value.ts';

/** What a code is asked for without a session, and its number on the wire. */
export const CODE_TYPES = { register: '1', reset: '2', change: '3' } as const;
export type OpenPurpose = keyof typeof CODE_TYPES;
export const openPurposeOf = (type: string): OpenPurpose | undefined =>
  (Object.keys(CODE_TYPES) as OpenPurpose[]).find((purpose) => CODE_TYPES[purpose] === type);

/** `account`: e-mail or number; `area`: the country; `current`: the password that one logs in with now; `factor`: a code of the second factor. */
export type CredentialField = 'account' | 'area' | 'password' | 'repeat' | 'payPassword' | 'invite' | 'code' | 'current' | 'factor';
/** The calls that take credentials. */
export type CredentialCall = 'sendCode' | 'register' | 'forget' | 'amend' | 'amendPay' | 'address';

const FIELD_NAMES: Readonly<Record<CredentialCall, Readonly<Record<string, CredentialField>>>> = {
  sendCode: { to: 'account', area_id: 'area', type: 'code' },
  register: {
    account: 'account',
    mobile: 'account',
    area_id: 'area',
    password: 'password',
    re_password: 'repeat',
    pay_password: 'payPassword',
    invite_code: 'invite',
    sms_code: 'code',
    key: 'code',
  },
  forget: { account: 'account', new_password: 'password', secondary_password: 'repeat', auth_code: 'code' },
  amend: { new_password: 'password', password: 'current', auth_code: 'code', factor: 'factor' },
  address: { to: 'account', area_id: 'area', type: 'account', auth_code: 'code', password: 'current', factor: 'factor' },
  amendPay: { password: 'payPassword', current: 'current', factor: 'factor' },
};

/** The field that a refusal names in its data; `undefined` where it names none, or none that the call has. */
export function refusedCredential(call: CredentialCall, data: unknown): CredentialField | undefined {
  const field = isObject(data) ? String(data.field) : '';
  const names = FIELD_NAMES[call];
  return Object.hasOwn(names, field) ? names[field] : undefined;
}
