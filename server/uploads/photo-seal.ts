/**
 * Seals photos of documents, so that a database or its backup alone shows none (security S33). AES-256-GCM with a fresh nonce each; whose it is
 * is part of the seal, so that a photo put in place of another does not open. Bytes and not text, as the key of the installation seals: a photo
 * would grow by a third.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { InstallationKey } from '../secrets/installation-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

interface PhotoSeal {
  close(id: string, photo: Uint8Array): Uint8Array;
  /** Throws for bytes that were changed, belong to another photo, or were sealed with another key. */
  open(id: string, sealed: Uint8Array): Buffer;
}

export function createPhotoSeal(key: InstallationKey): PhotoSeal {
  const cipherKey = Buffer.from(key.mac('photos', 'cipher key'), 'hex');
  return {
    close(id, photo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, cipherKey, nonce).setAAD(Buffer.from(id));
      // A plain array: what a driver is handed must not be a view of a larger pool.
      return new Uint8Array(Buffer.concat([nonce, cipher.update(photo), cipher.final(), cipher.getAuthTag()]));
    },
    open(id, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const opener = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(id));
      opener.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([opener.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opener.final()]);
    },
  };
}
