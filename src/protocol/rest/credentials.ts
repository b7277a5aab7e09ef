/** Registering, sent codes, captcha and the change of passwords (specification S1 sections 5 and 7). */
import * as v from 'valibot';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH, PAY_PASSWORD_LENGTH } from '#domain/credentials.ts';

const Text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** The specification's seventeen fields, and what real_name asks for beside them; all but the first four optional on the wire. */
export const RegisterForm = v.object({
  type: v.picklist(['email', 'phone']),
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(EMAIL_LENGTH_MAX)),
  password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min), v.maxLength(PASSWORD_LENGTH.max)),
  re_password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
  area_id: v.optional(Text(10), ''),
  invite_code: v.optional(Text(20), ''),
  sms_code: v.optional(Text(10), ''),
  key: v.optional(Text(64), ''),
  mobile: v.optional(Text(20), ''),
  name: v.optional(Text(100), ''),
  id_type: v.optional(Text(2), ''),
  card_id: v.optional(Text(40), ''),
  front_pic: v.optional(Text(300), ''),
  reverse_pic: v.optional(Text(300), ''),
  hand_pic: v.optional(Text(300), ''),
  pay_password: v.optional(Text(PAY_PASSWORD_LENGTH.max), ''),
  ssn: v.optional(Text(32), ''),
  /** Additive: ISO 3166-1 alpha-2. */
  country: v.optional(Text(2), ''),
  /** Additive: `YYYY-MM-DD`. */
  birthday: v.optional(Text(10), ''),
  device: v.optional(Text(64), ''),
});

/** JSON {to, area_id, type}: `to` is the e-mail address, or bare digits together with `area_id` (decision D1.7.03). */
export const SendCodeForm = v.object({
  to: v.pipe(v.string(), v.minLength(1), v.maxLength(EMAIL_LENGTH_MAX)),
  area_id: v.optional(v.union([Text(10), v.number()]), ''),
  /** 1 register, 2 reset; additive: 3 a change by somebody who is logged in. */
  type: v.union([v.picklist([1, 2, 3]), v.picklist(['1', '2', '3'])]),
});
/** When the next code may be asked for; the same for every address, known or not. */
export const SendCodeReply = v.object({ wait_s: v.number() });
/** `b64s`: a PNG picture as a data URL. */
export const CaptchaReply = v.object({ id: v.string(), b64s: v.string() });
/** Find `answer` so that SHA-256 of `salt + answer` begins with `bits` zero bits; sent as `key` = id, `sms_code` = answer. */
export const PuzzleReply = v.object({ id: v.string(), salt: v.string(), bits: v.number() });
export const ForgetPasswordForm = v.object({
  type: v.picklist(['email', 'phone']),
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(EMAIL_LENGTH_MAX)),
  new_password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min), v.maxLength(PASSWORD_LENGTH.max)),
  secondary_password: Text(PASSWORD_LENGTH.max),
  auth_code: Text(10),
});
export const AmendPasswordForm = v.object({
  new_password: v.pipe(v.string(), v.minLength(PASSWORD_LENGTH.min), v.maxLength(PASSWORD_LENGTH.max)),
  auth_code: v.optional(Text(10), ''),
  type: v.picklist(['email', 'phone']),
  /** Additive: who is logged in names the current password (decision D1.5.11). */
  password: v.optional(Text(PASSWORD_LENGTH.max), ''),
  /** Additive: a code of the second factor, where one is set. */
  factor: v.optional(Text(20), ''),
});
export const AmendPayPasswordForm = v.object({
  /** The new pay password, 6 to 32 characters. */
  password: v.pipe(v.string(), v.minLength(PAY_PASSWORD_LENGTH.min), v.maxLength(PAY_PASSWORD_LENGTH.max)),
  /** Additive: the login password (decision D9.28). */
  current: v.optional(Text(PASSWORD_LENGTH.max), ''),
  factor: v.optional(Text(20), ''),
});
/** The address that somebody wants for their account; `to` and `area_id` as in `SendCodeForm`. */
const wanted = {
  type: v.picklist(['email', 'phone']),
  to: v.pipe(v.string(), v.minLength(1), v.maxLength(EMAIL_LENGTH_MAX)),
  area_id: v.optional(Text(10), ''),
};
export const AddressCodeForm = v.object(wanted);
export const SetAddressForm = v.object({
  ...wanted,
  auth_code: Text(10),
  password: Text(PASSWORD_LENGTH.max),
  factor: v.optional(Text(20), ''),
});
/** Until when withdrawals wait after a change of a credential, unix ms. */
export const CredentialChangeReply = v.object({ locked_until: v.number() });
