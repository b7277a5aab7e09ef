/** Recovery codes: ten texts of 49 bits each, shown once, stored as a keyed hash, each good for one time. */
import { randomInt } from 'node:crypto';
import type { InstallationKey } from '../secrets/installation-key.ts';

const CODES = 10;
/** Without what is read for something else: I, L, O, U, 0, 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const HALF = 5;
const FORM = new RegExp(`^[${ALPHABET}]{${2 * HALF}}$`);

/** As they are shown: 'ABCDE-FGH23'. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, () => `${half()}-${half()}`);

const half = (): string => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As it is hashed, however it was typed; `undefined` for what can be none. */
export function plainRecoveryCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  return FORM.test(plain) ? plain : undefined;
}

export const recoveryHash = (key: InstallationKey, userId: number, plain: string): string => key.mac(`recovery ${userId}`, plain);
