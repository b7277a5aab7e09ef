/** Second factors, passkeys, sessions and the history of logins (decisions D9.220 to D9.229). Times are unix ms. */
import * as v from 'valibot';
import { PASSWORD_LENGTH } from '#domain/credentials.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { AskedId, WireFlag, written } from './fields.ts';

const Text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** Longest answer of an authenticator that is read: JSON text of what the browser gave. */
const ANSWER_LENGTH_MAX = 16_000;
const Answer = v.pipe(v.string(), v.minLength(2), v.maxLength(ANSWER_LENGTH_MAX));
/** A code of the app, six digits, or a recovery code. */
const Code = v.pipe(v.string(), v.minLength(1), v.maxLength(FACTOR_LENGTH_MAX));
/** Looked at by the rule of the domain, which says what is wrong. */
const Name = Text(100);

/** What asks again for who one is. */
const reauth = { password: Text(PASSWORD_LENGTH.max), factor: v.optional(Text(FACTOR_LENGTH_MAX), '') };
export const ReauthForm = v.object(reauth);

/** `data` of code 1016 at a login: what comes next, and the ticket that goes with it. */
export const FactorChallenge = v.object({
  ticket: v.string(),
  ways: v.array(v.picklist(['code', 'recovery', 'passkey'])),
  /** Until when the ticket counts. */
  until: v.number(),
});
export type FactorChallenge = v.InferOutput<typeof FactorChallenge>;
/** `data` of code 1017: how many tries the ticket has left; 0: the login begins anew. */
export type FactorRefusal = { readonly left: number };

export const LoginFactorForm = v.object({ ticket: Text(64), code: Code, device: v.optional(Text(64), '') });
/** Options for `navigator.credentials`, as the specification of WebAuthn writes them in JSON. */
export const PasskeyOptions = v.object({ options: v.looseObject({ challenge: v.string() }) });
export type PasskeyOptions = v.InferOutput<typeof PasskeyOptions>;
export const LoginPasskeyForm = v.object({ answer: Answer, device: v.optional(Text(64), '') });

export const PasskeyRow = v.object({ id: v.number(), name: v.string(), created: v.number(), used: v.number() });
export type PasskeyRow = v.InferOutput<typeof PasskeyRow>;
export const SecurityReply = v.object({
  /** '1': a second factor is set. */
  factor: WireFlag,
  /** Recovery codes that were not used yet. */
  codes: v.number(),
  passkeys: v.array(PasskeyRow),
  /** '0': this address has no domain that passkeys could belong to. */
  passkey: WireFlag,
  nickname: v.string(),
  word: v.string(),
});
export type SecurityReply = v.InferOutput<typeof SecurityReply>;

/** `secret`: base32, for those who cannot read the picture; `uri`: what the picture says. */
export const FactorBegun = v.object({ secret: v.string(), uri: v.string() });
export type FactorBegun = v.InferOutput<typeof FactorBegun>;
export const SetFactorForm = v.object({ code: Code });
/** Shown once, never again. */
export const RecoveryCodes = v.object({ codes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;

export const AddPasskeyForm = v.object({ answer: Answer, name: v.optional(Name, '') });
export const RenamePasskeyForm = v.object({ id: AskedId, name: Name });
export const RemovePasskeyForm = v.object({ id: AskedId, ...reauth });

/** By what somebody got in, or tried to. */
const LOGIN_WAYS = ['password', 'code', 'recovery', 'passkey', 'register', 'demo'] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];
const Way = v.picklist([...LOGIN_WAYS, '']);
export const SessionRow = v.object({
  id: v.string(),
  /** Browser and system in a few words; '' when they were not told. */
  agent: v.string(),
  /** /24 or /48. */
  network: v.string(),
  via: Way,
  first: v.number(),
  /** To the hour. */
  last: v.number(),
  /** '1': the one that asks. */
  mine: WireFlag,
});
export type SessionRow = v.InferOutput<typeof SessionRow>;
export const RevokeSessionForm = v.object({ id: written(/^[0-9a-f]{32}$/, '32 hex digits') });
export const LoginEventRow = v.object({
  id: v.number(),
  at: v.number(),
  /** '0': refused. */
  entered: WireFlag,
  via: Way,
  agent: v.string(),
  network: v.string(),
  /** '1': from a device that the account did not know. */
  fresh: WireFlag,
});
export type LoginEventRow = v.InferOutput<typeof LoginEventRow>;

/** What is not named stays. `lang`: the language that one is written to in. Another `word` asks again for who one is. */
export const ProfileForm = v.object({
  ...{ nickname: v.optional(Name), word: v.optional(Name), lang: v.optional(v.picklist(LANGUAGES)) },
  ...{ password: v.optional(reauth.password, ''), factor: reauth.factor },
});
