/**
 * What codes, captchas and the addresses that codes go to are hashed with: the key of the installation, which is never in the database, so that
 * who has a copy of it can try nothing out (decision D9.262).
 */
import type { InstallationKey } from '../secrets/installation-key.ts';

/** HMAC-SHA-256 of the words, in hex; no word can pass for two. */
export type KeyedHash = (...words: readonly string[]) => string;

export const keyedHashOf =
  (key: Pick<InstallationKey, 'mac'>): KeyedHash =>
  (...words) =>
    key.mac('codes', JSON.stringify(words));
