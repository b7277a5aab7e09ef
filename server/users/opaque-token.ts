/** Opaque secrets of 256 bits that a client keeps and of which only the hash is stored (security S26). */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const makeToken = (): string => randomBytes(32).toString('base64url');

/** False for a text that can be no token of ours: nothing needs to be looked up for it. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** SHA-256 in hex: enough for a secret that nobody can guess. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
