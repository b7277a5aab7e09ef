/** Registering, sent codes, the picture and the change of passwords: one function per endpoint, in the house's words. */
import type * as v from 'valibot';
import type { AccountKind } from '#domain/registration.ts';
import { CODE_TYPES, type OpenPurpose } from '#protocol/credentials-wire.ts';
import type { CaptchaReply, CredentialChangeReply, PuzzleReply, SendCodeReply } from '#protocol/rest/credentials.ts';
import {
  amendPasswordEndpoint,
  amendPayPasswordEndpoint,
  captchaEndpoint,
  forgetPasswordEndpoint,
  puzzleEndpoint,
  registerEndpoint,
  sendEmailEndpoint,
  sendSmsEndpoint,
} from '#protocol/rest/credentials-endpoints.ts';
import { areaListEndpoint } from '#protocol/rest/endpoints.ts';
import { addressCodeEndpoint, setAddressEndpoint } from '#protocol/rest/security-endpoints.ts';
import type { AreaRow } from '#protocol/rest/site.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import type { CallOptions, Request } from './request.ts';

/** What a code is for: one that was sent for one act is no good for another. */
export type CodePurpose = OpenPurpose | 'address';

/** Where a code goes: the e-mail address, or the bare digits of a number together with its area (decision D1.7.03). */
export type CodeTarget = { readonly kind: AccountKind; readonly to: string; readonly areaId: string };
/** What a registration shows: id of the picture or the puzzle ('' without one), and what was read from it, or the sent code. */
type ShownProof = { readonly id: string; readonly answer: string };
export type Registration = {
  readonly kind: AccountKind;
  /** The e-mail address, or prefix and digits (decision D1.5.02). */
  readonly account: string;
  /** The bare digits of a number, '' with an e-mail address. */
  readonly number: string;
  readonly areaId: string;
  readonly password: string;
  readonly repeat: string;
  readonly payPassword: string;
  readonly invite: string;
  readonly proof: ShownProof;
  /** What is said of who one is, by the fields of the wire; photos follow with the new session. */
  readonly identity?: Readonly<Record<string, string>> | undefined;
  /** What an earlier login on this device was given. */
  readonly device?: string | undefined;
};

export const areaList = (request: Request, options?: CallOptions): Promise<AreaRow[]> => request.call(areaListEndpoint, {}, options);

/** Opens an account. A server that does not log in with it answers without a token (decision D1.2.08). */
export const register = (request: Request, asked: Registration, options?: CallOptions): Promise<Partial<LoginReply> | null> =>
  request.call(
    registerEndpoint,
    {
      type: asked.kind,
      account: asked.account,
      mobile: asked.number,
      area_id: asked.areaId,
      password: asked.password,
      re_password: asked.repeat,
      pay_password: asked.payPassword || undefined,
      invite_code: asked.invite || undefined,
      sms_code: asked.proof.answer || undefined,
      key: asked.proof.id || undefined,
      device: asked.device,
      ...asked.identity,
    },
    options,
  );

/** Sends a code, alike whether the address is known or not. Gives the seconds until the next may be asked for, where the server says so. */
export async function sendCode(
  request: Request,
  purpose: CodePurpose,
  target: CodeTarget,
  options?: CallOptions,
): Promise<number | undefined> {
  const { kind, to, areaId } = target;
  const open = kind === 'email' ? sendEmailEndpoint : sendSmsEndpoint;
  const [endpoint, type] = purpose === 'address' ? [addressCodeEndpoint, kind] : [open, Number(CODE_TYPES[purpose])];
  const fields = { to, area_id: areaId === '' ? undefined : Number(areaId) || areaId, type };
  const reply = await request.call<v.InferOutput<typeof SendCodeReply> | null>(endpoint, fields, options);
  return reply?.wait_s;
}

/** Gives the account this address, by the code that was sent to it. Gives until when withdrawals wait, as `changePassword`. */
export async function setAddress(
  request: Request,
  { kind, to, areaId }: CodeTarget,
  reauth: { code: string; password: string; factor: string },
): Promise<number | undefined> {
  const { code: auth_code, password, factor } = reauth;
  const fields = { type: kind, to, area_id: areaId, auth_code, password, factor: factor || undefined };
  return (await request.call<ChangeReply>(setAddressEndpoint, fields, { silent: true }))?.locked_until;
}

/** A picture to read; good for five minutes and one try. */
export const captcha = (request: Request, options?: CallOptions): Promise<v.InferOutput<typeof CaptchaReply>> =>
  request.call(captchaEndpoint, {}, options);

/** A puzzle in place of the picture. */
export const puzzle = (request: Request, options?: CallOptions): Promise<v.InferOutput<typeof PuzzleReply>> =>
  request.call(puzzleEndpoint, {}, options);

/** Sets a new password by a code that was sent to the e-mail address (decision D1.5.09). */
export const resetPassword = (
  request: Request,
  asked: { email: string; password: string; repeat: string; code: string },
  options?: CallOptions,
): Promise<unknown> =>
  request.call(
    forgetPasswordEndpoint,
    { type: 'email', account: asked.email, new_password: asked.password, secondary_password: asked.repeat, auth_code: asked.code },
    options,
  );

/** A code of the second factor; '' where none is set. */
type FactorProof = { readonly factor: string };
type ChangeReply = v.InferOutput<typeof CredentialChangeReply> | null;

/** Changes the password of who is logged in. Gives until when withdrawals wait, unix ms, where the server says so. */
export async function changePassword(
  request: Request,
  asked: { kind: AccountKind; password: string; current: string; code: string } & FactorProof,
  options?: CallOptions,
): Promise<number | undefined> {
  const fields = {
    ...{ type: asked.kind, new_password: asked.password, password: asked.current, auth_code: asked.code },
    factor: asked.factor || undefined,
  };
  return (await request.call<ChangeReply>(amendPasswordEndpoint, fields, options))?.locked_until;
}

/** Sets or changes the password that guards withdrawals. Gives until when they wait, as `changePassword`. */
export async function setPayPassword(
  request: Request,
  asked: { payPassword: string; current: string } & FactorProof,
  options?: CallOptions,
): Promise<number | undefined> {
  const fields = { password: asked.payPassword, current: asked.current, factor: asked.factor || undefined };
  return (await request.call<ChangeReply>(amendPayPasswordEndpoint, fields, options))?.locked_until;
}
