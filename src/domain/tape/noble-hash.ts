/** SHA-256 for page, worker and command: many small hashes one after another, which WebCrypto would answer one by one and late. */
import { sha256 as noble } from '@noble/hashes/sha2.js';
import type { Sha256 } from './tape-crypto.ts';

export const sha256: Sha256 = (data) => noble(data);
