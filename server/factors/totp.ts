/** Codes of an authenticator app: TOTP (RFC 6238) with six digits every 30 s, SHA-1, which is what every app can. */
import { Secret, TOTP } from 'otpauth';

export const STEP_MS = 30_000;
const DIGITS = 6;
/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20;
/** A code of the step before or after counts too: phones are some seconds off. */
const STEPS_AROUND = 1;
const ISSUER = 'Outcry';

/** Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the picture for the app says; `label`: whose it is, as the app shows it. */
export const secretUri = (secret: string, label: string): string =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: DIGITS, period: STEP_MS / 1_000 }).toString();

/** The time step whose code this is, counted from 1970; `undefined` for a wrong one. */
export function matchingStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: STEP_MS / 1_000,
    timestamp: nowMs,
    window: STEPS_AROUND,
  });
  return delta === null ? undefined : Math.floor(nowMs / STEP_MS) + delta;
}
