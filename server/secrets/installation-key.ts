/**
 * The key of the installation: what is stored encrypted (secrets of second factors), what is stored as a keyed hash, and what is signed for a
 * while are encrypted, hashed and signed with it, each for a purpose of its own. It lies in DATA_DIR beside the operator's, never in the
 * database: who has a copy of the database alone can decrypt nothing. Nodes of one database need the same (SECRETS_KEY, or the same file).
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { keyOfFolder } from '../operations/operator-key.ts';

const KEY_FILE = 'secrets.key';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Of a key's own hash: tells keys apart, and nothing of the key. */
const ID_LENGTH = 8;

/** What was encrypted with another key: `message` says what an operator can do. */
export class OtherKeyError extends Error {
  override name = 'OtherKeyError';
}

export interface InstallationKey {
  /** `purpose` tells uses apart: what was encrypted for one is decrypted for no other. Give whose it is too, as in `totp 17`. */
  encrypt(purpose: string, text: string): string;
  /** Throws `OtherKeyError` for what another key encrypted, an `Error` for what was changed or encrypted for another purpose. */
  decrypt(purpose: string, encrypted: string): string;
  /** HMAC-SHA-256 in hex, 64 digits. */
  mac(purpose: string, text: string): string;
}

/** The key of `given` (64 hex digits), else that of the folder, made where there is none. Throws `OperatorKeyError`. */
export async function installationKey({ dataDir, given }: { dataDir: string; given: string | undefined }): Promise<InstallationKey> {
  return keyFrom(given ?? (await keyOfFolder(dataDir, KEY_FILE)));
}

/** `hex`: 64 digits. */
export function keyFrom(hex: string): InstallationKey {
  const key = Buffer.from(hex, 'hex');
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), use, 32));
  const cipherKey = derived('seal');
  const macKey = derived('mac');
  const id = createHmac('sha256', derived('id')).digest('hex').slice(0, ID_LENGTH);
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, cipherKey, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(purpose, encrypted) {
      const [keyId = '', words = ''] = encrypted.split('.');
      if (keyId !== id) {
        throw new OtherKeyError(
          `encrypted with the key ${keyId}, this node has ${id}: give every node the same SECRETS_KEY, or the ${KEY_FILE} of the first one`,
        );
      }
      const bytes = Buffer.from(words, 'base64url');
      const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    mac: (purpose, text) =>
      createHmac('sha256', macKey)
        .update(JSON.stringify([purpose, text]))
        .digest('hex'),
  };
}
