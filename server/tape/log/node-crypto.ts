/** SHA-256 and Ed25519 of Node for the log: what `src/domain/tape` has passed in. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Sha256, Sign, TapeCrypto } from '#domain/tape/tape-crypto.ts';

/** What stands before a key of 32 bytes in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_START = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_START = Buffer.from('302a300506032b6570032100', 'hex');
const PUBLIC_BYTES = 32;

/** Keys as Node has them, by their bytes: to make one takes as long as to sign. */
const privateKeys = new WeakMap<Uint8Array, KeyObject>();
const publicKeys = new WeakMap<Uint8Array, KeyObject>();

function kept(keys: WeakMap<Uint8Array, KeyObject>, bytes: Uint8Array, make: () => KeyObject): KeyObject {
  const known = keys.get(bytes) ?? make();
  keys.set(bytes, known);
  return known;
}

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  kept(privateKeys, seed, () => createPrivateKey({ key: Buffer.concat([PRIVATE_START, seed]), format: 'der', type: 'pkcs8' }));
const publicKeyObject = (key: Uint8Array): KeyObject =>
  kept(publicKeys, key, () => createPublicKey({ key: Buffer.concat([PUBLIC_START, key]), format: 'der', type: 'spki' }));

export const nodeSha256: Sha256 = (data) => createHash('sha256').update(data).digest();
export const nodeSign: Sign = (message, seed) => sign(null, message, privateKeyOf(seed));

/** The public key, 32 bytes, of a seed. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array =>
  createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);

export const nodeCrypto: TapeCrypto = {
  sha256: nodeSha256,
  verify(signature, message, publicKey) {
    try {
      return verify(null, message, publicKeyObject(publicKey), signature);
    } catch {
      // Bytes that are no key.
      return false;
    }
  },
};
