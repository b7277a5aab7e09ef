/**
 * Encrypts photos of documents, so that a database or its backup alone shows none (security S33). AES-256-GCM with a fresh nonce each; whose it is
 * is authenticated with it, so that a photo put in place of another cannot be decrypted. Bytes and not text, as the key of the installation encrypts: a photo
 * would grow by a third.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { InstallationKey } from '../secrets/installation-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

interface PhotoCipher {
  encrypt(id: string, photo: Uint8Array): Uint8Array;
  /** Throws for bytes that were changed, belong to another photo, or were encrypted with another key. */
  decrypt(id: string, encrypted: Uint8Array): Buffer;
}

export function createPhotoCipher(key: InstallationKey): PhotoCipher {
  const cipherKey = Buffer.from(key.mac('photos', 'cipher key'), 'hex');
  return {
    encrypt(id, photo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, cipherKey, nonce).setAAD(Buffer.from(id));
      // A plain array: what a driver is handed must not be a view of a larger pool.
      return new Uint8Array(Buffer.concat([nonce, cipher.update(photo), cipher.final(), cipher.getAuthTag()]));
    },
    decrypt(id, encrypted) {
      const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(id));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
