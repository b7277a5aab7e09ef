/** The error codes of the envelope (decision D0.04). The client branches on codes, never on text. */
import { FIRST_ERROR } from './first-error.ts';

export const ERROR = {
  ...FIRST_ERROR,
  keyReused: 1002,
  tooManyRequests: 1003,
  demoNotAllowed: 1005,
  countryNotServed: 1007,
  featureOff: 1008,
  payPasswordWrong: 1009,
  payPasswordNotSet: 1010,
  codeWrong: 1011,
  captchaWrong: 1012,
  accountExists: 1013,
  frozen: 1015,
  marketClosed: 1101,
  lotsInvalid: 1102,
  stopInvalid: 1103,
  leverageInvalid: 1104,
  marginTooSmall: 1105,
  wrongOrderState: 1106,
  priceMoved: 1107,
  quoteStale: 1108,
  voided: 1109,
  accountBusy: 1110,
  balanceTooSmall: 1301,
} as const;

/** Those that only a page with micro trades meets: apart, so that no other ships them. */
export const MICRO_ERROR = {
  microOff: 1201,
  belowLimit: 1202,
  durationInvalid: 1203,
  outOfBounds: 1302,
} as const;

/** Those that only the screens of credentials, identity and security meet. */
export const CREDENTIAL_ERROR = {
  /** Data {ticket, ways}. */
  factorNeeded: 1016,
  factorWrong: 1017,
  uploadRefused: 1018,
  /** Data {until}: the act is locked until then, unix ms. */
  actWaits: 1019,
  /** An account that still holds something cannot be closed; `data.field` says what. */
  accountHolds: 1030,
} as const;

export type ErrorCode =
  | (typeof ERROR)[keyof typeof ERROR]
  | (typeof MICRO_ERROR)[keyof typeof MICRO_ERROR]
  | (typeof CREDENTIAL_ERROR)[keyof typeof CREDENTIAL_ERROR];

/** What every reply of the server looks like (decision D0.02). `data` is `null` when there is nothing to say. */
export type Envelope<T = unknown> = { code: number; msg: string; data: T; ts: number; rid: string };

/** `data` of a reply with code 1001: which field, what it got (shortened to 64 characters), what is allowed. */
export type FieldProblem = { field: string; value: string; allowed: string };
