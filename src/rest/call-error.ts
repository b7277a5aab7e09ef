/** Why a call failed. The page branches on `code`, never on the text. */
import { FIRST_ERROR } from '#protocol/first-error.ts';

/** Codes of failures that are not answers of the server. Others: the envelope's number, or `HTTP_` and the status. */
export const CALL_ERROR = {
  network: 'ERR_NETWORK',
  timeout: 'ETIMEDOUT',
  /** There was no network when it should have been sent: nothing was. */
  offline: 'ERR_OFFLINE',
  /** A newer equal read took its place, or the caller aborted it. Never shown. */
  cancelled: 'ERR_CANCELED',
  /** An equal state-changing call is still under way, so this one was not sent. Never shown. */
  blocked: 'ERR_BLOCKED',
  /** The reply is not an envelope, or not the data it should carry. */
  reply: 'ERR_REPLY',
  /** A money call whose outcome could not be learned; it stays on the list and is resolved by `resumeIntents`. */
  unknown: 'ERR_UNKNOWN_OUTCOME',
  /** In place of words that name a field of the wire and what it takes, which are for who writes programs (decision D9.370). */
  field: 'ERR_FIELD',
} as const;

/** What code 1001 says where nothing narrower is said; such words hold what is allowed as the data has it, in whatever language. */
const isForPrograms = (code: number | string, msg: string, data: unknown): boolean =>
  code === FIRST_ERROR.invalidField && msg.includes(String((data as { allowed?: unknown } | null)?.allowed));

/** `code`: the envelope's code (number) or one of `CALL_ERROR` or `HTTP_500` and the like. `msg`: the text to show, or a code for it. */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: number | string;
  readonly msg: string;
  readonly data: unknown;
  /** The header `Retry-After` of a reply that has one, as it came; `retry-after.ts` reads it. */
  readonly retryAfter: string | null;

  constructor(code: number | string, msg: string = String(code), data: unknown = null, retryAfter: string | null = null) {
    super(msg);
    this.retryAfter = retryAfter;
    this.code = code;
    this.msg = isForPrograms(code, msg, data) ? CALL_ERROR.field : msg;
    this.data = data;
  }
}

/** True for failures that nobody must see: the call was replaced or aborted, or an equal one is under way. */
export const isQuietFailure = (error: unknown): boolean =>
  error instanceof CallError && (error.code === CALL_ERROR.cancelled || error.code === CALL_ERROR.blocked);
