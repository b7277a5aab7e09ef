/** How long a server asks to be left alone, by the header `Retry-After` (RFC 9110 10.2.3): seconds, or a date. The one reader of it. */
import { HOUR_MS, SECOND_MS } from '#domain/time-units.ts';
import { CallError } from './call-error.ts';

/** How a server says that it is asked too often, before it looks at what for. */
export const ASKED_TOO_OFTEN = 'HTTP_429';
/** Nobody is kept waiting for longer: whoever asks then is told again. */
export const RETRY_AFTER_S_MAX = HOUR_MS / SECOND_MS;

/** Whole seconds, rounded up, at most `RETRY_AFTER_S_MAX`; `undefined` where it says nothing, or a date that is over by this clock. */
export function retryAfterS(error: unknown, nowMs: number): number | undefined {
  const said = (error instanceof CallError && error.retryAfter?.trim()) || '';
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - nowMs) / SECOND_MS);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_S_MAX) : undefined;
}
