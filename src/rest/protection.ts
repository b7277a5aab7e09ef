/** What people do to protect themselves, one function per endpoint. */
import type { LimitKind } from '#domain/own-limits.ts';
import type { Exclusion } from '#domain/protection.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import {
  closeAccountEndpoint,
  coolOffEndpoint,
  excludeEndpoint,
  freezeEndpoint,
  lockLimitsEndpoint,
  ownDataEndpoint,
  ownLimitEndpoint,
  protectionEndpoint,
  reminderEndpoint,
  unfreezeEndpoint,
} from '#protocol/rest/protection-endpoints.ts';
import { type FileParts, fetchedFile } from './file-reply.ts';
import type { CallOptions, Request } from './request.ts';
import type { Reauth } from './security.ts';
import type { Params } from './wire.ts';

export type { OwnLimitRow, ProtectionReply } from '#protocol/rest/protection.ts';

/** What is wrong is said where it was asked. */
const asked = <T>(request: Request, endpoint: Endpoint, fields: Params = {}): Promise<T> =>
  request.call<T>(endpoint, fields, { silent: true });
type Until = { readonly until: number };

export const protection = (request: Request, options?: CallOptions): Promise<ProtectionReply> =>
  request.call(protectionEndpoint, {}, options);
/** The session that asks ends too. */
export const freezeAccount = (request: Request): Promise<null> => asked(request, freezeEndpoint);
/** Rejects with 1019 before its time, with 1015 where only an operator may. */
export const liftFreeze = (request: Request, reauth: Reauth): Promise<null> => asked(request, unfreezeEndpoint, reauth);
/** `value`: '' for no limit. */
export const setOwnLimit = (request: Request, kind: LimitKind, value: string): Promise<null> =>
  asked(request, ownLimitEndpoint, { kind, value });
export const setReminder = (request: Request, minutes: number): Promise<null> => asked(request, reminderEndpoint, { minutes });
export const lockLimits = (request: Request, days: number): Promise<Until> => asked(request, lockLimitsEndpoint, { days });
export const coolOff = (request: Request, days: number): Promise<Until> => asked(request, coolOffEndpoint, { days });
export const excludeSelf = (request: Request, period: Exclusion, reauth: Reauth): Promise<Until> =>
  asked(request, excludeEndpoint, { period, ...reauth });
export const closeAccount = (request: Request, reauth: Reauth): Promise<null> => asked(request, closeAccountEndpoint, reauth);
/** JSON text of everything that is kept about the caller. Rejects with a `CallError`. */
export const ownData = (parts: FileParts, reauth: Reauth): Promise<string> =>
  fetchedFile(parts, { path: ownDataEndpoint.path, fields: reauth });
