/** Second factor, passkeys, sessions and profile of the caller, one function per endpoint. */
import type { Language } from '#domain/languages.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import type {
  FactorBegun,
  FactorChallenge,
  FactorRefusal,
  LoginEventRow,
  PasskeyOptions,
  RecoveryCodes,
  SecurityReply,
  SessionRow,
} from '#protocol/rest/security.ts';
import {
  addPasskeyEndpoint,
  beginFactorEndpoint,
  loginFactorEndpoint,
  loginHistoryEndpoint,
  loginPasskeyEndpoint,
  newPasskeyEndpoint,
  ownDemoEndpoint,
  passkeyChallengeEndpoint,
  profileEndpoint,
  recoveryCodesEndpoint,
  removeFactorEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  revokeOthersEndpoint,
  revokeSessionEndpoint,
  securityEndpoint,
  sessionsEndpoint,
  setFactorEndpoint,
} from '#protocol/rest/security-endpoints.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import { CallError } from './call-error.ts';
import type { CallOptions, Request } from './request.ts';
import type { Params } from './wire.ts';

export type { FactorBegun, FactorChallenge, LoginEventRow, PasskeyRow, SecurityReply, SessionRow } from '#protocol/rest/security.ts';
/** Password, and a code of the second factor where one is set. */
export type Reauth = { readonly password: string; readonly factor: string };

/** What code 1016 of a login says comes next; `undefined` for any other failure. */
export function factorChallenge(error: unknown): FactorChallenge | undefined {
  const data = error instanceof CallError ? (error.data as Partial<FactorChallenge> | null) : null;
  return typeof data?.ticket === 'string' && Array.isArray(data.ways) ? (data as FactorChallenge) : undefined;
}

/** Tries that a ticket has left after a wrong code; `undefined` for any other failure. */
export function triesLeft(error: unknown): number | undefined {
  const data = error instanceof CallError ? (error.data as Partial<FactorRefusal> | null) : null;
  return typeof data?.left === 'number' ? data.left : undefined;
}

/** What is wrong is said where it was asked. */
const SILENT: CallOptions = { silent: true };
const asked = <T>(request: Request, endpoint: Endpoint, fields: Params = {}): Promise<T> => request.call<T>(endpoint, fields, SILENT);

/** `device`: what the browser keeps of an earlier login. Rejects with 1017 and `triesLeft`. */
export const loginByFactor = (request: Request, fields: { ticket: string; code: string; device?: string }): Promise<LoginReply> =>
  asked(request, loginFactorEndpoint, fields);
/** Enters the demo account that belongs to a real one, made where there is none. */
export const enterOwnDemo = (request: Request): Promise<LoginReply> => asked(request, ownDemoEndpoint);
export const passkeyChallenge = (request: Request): Promise<PasskeyOptions> => asked(request, passkeyChallengeEndpoint);
/** `answer`: JSON of what the browser gave. */
export const loginByPasskey = (request: Request, fields: { answer: string; device?: string }): Promise<LoginReply> =>
  asked(request, loginPasskeyEndpoint, fields);

export const security = (request: Request, options?: CallOptions): Promise<SecurityReply> => request.call(securityEndpoint, {}, options);
export const beginFactor = (request: Request, reauth: Reauth): Promise<FactorBegun> => asked(request, beginFactorEndpoint, reauth);
export const setFactor = (request: Request, code: string): Promise<RecoveryCodes> => asked(request, setFactorEndpoint, { code });
export const removeFactor = (request: Request, reauth: Reauth): Promise<null> => asked(request, removeFactorEndpoint, reauth);
export const renewRecoveryCodes = (request: Request, reauth: Reauth): Promise<RecoveryCodes> =>
  asked(request, recoveryCodesEndpoint, reauth);
export const newPasskey = (request: Request, reauth: Reauth): Promise<PasskeyOptions> => asked(request, newPasskeyEndpoint, reauth);
export const addPasskey = (request: Request, answer: string): Promise<null> => asked(request, addPasskeyEndpoint, { answer });
export const renamePasskey = (request: Request, id: number, name: string): Promise<null> =>
  asked(request, renamePasskeyEndpoint, { id, name });
export const removePasskey = (request: Request, id: number, reauth: Reauth): Promise<null> =>
  asked(request, removePasskeyEndpoint, { id, ...reauth });

export const sessions = (request: Request, options?: CallOptions): Promise<SessionRow[]> => request.call(sessionsEndpoint, {}, options);
export const revokeSession = (request: Request, id: string): Promise<null> => asked(request, revokeSessionEndpoint, { id });
export const revokeOtherSessions = (request: Request): Promise<null> => asked(request, revokeOthersEndpoint);
export const loginHistory = (request: Request, options?: CallOptions): Promise<LoginEventRow[]> =>
  request.call(loginHistoryEndpoint, {}, options);
/** '' takes it back, as with the word. */
export const setNickname = (request: Request, nickname: string): Promise<null> => asked(request, profileEndpoint, { nickname });
export const setLetterWord = (request: Request, word: string, reauth: Reauth): Promise<null> =>
  asked(request, profileEndpoint, { word, ...reauth });
/** The language of letters; the caller waits for the answer no longer than so many ms. */
export const setLetterLanguage = (request: Request, lang: Language, timeoutMs: number): Promise<null> =>
  request.call(profileEndpoint, { lang }, { ...SILENT, timeoutMs });
