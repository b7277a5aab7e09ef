/** How long withdrawals wait once a credential was changed: who took an account over must not empty it before its owner has noticed. */
import { HOUR_MS } from './time-units.ts';

/** Decisions D1.5.10, D1.5.11, D9.28. */
export const CREDENTIAL_LOCK_HOURS = 24;
export const CREDENTIAL_LOCK_MS = CREDENTIAL_LOCK_HOURS * HOUR_MS;

/** Until when withdrawals wait, unix ms; 0 when no credential was ever changed. `changedAtMs`: of the newest change, 0 for none. */
export const withdrawalsLockedUntil = (changedAtMs: number): number => (changedAtMs === 0 ? 0 : changedAtMs + CREDENTIAL_LOCK_MS);

/** What a change of a credential was, as its person is told why withdrawals wait. */
export const CREDENTIAL_CHANGES = [
  ...(['password', 'pay-set', 'pay-changed', 'factor-on', 'factor-off', 'codes'] as const),
  ...(['passkey-added', 'passkey-removed', 'email', 'phone', 'word'] as const),
] as const;
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number];
