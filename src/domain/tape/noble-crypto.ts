/**
 * SHA-256 and Ed25519 for page, worker and command from one library, as older browsers have no Ed25519 and pages without https no WebCrypto
 * at all. Strict as RFC 8032 is: a signature that others may judge differently is none.
 */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { sha256 } from './noble-hash.ts';
import type { TapeCrypto } from './tape-crypto.ts';

// The library leaves it open where its hash comes from.
hashes.sha512 = sha512;

/** What `tape-crypto.ts` asks for. */
export const nobleCrypto: TapeCrypto = {
  sha256,
  verify: (signature, message, publicKey) => {
    try {
      return verify(signature, message, publicKey, { zip215: false });
    } catch {
      // Lengths and points that are none.
      return false;
    }
  },
};
