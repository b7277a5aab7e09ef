/**
 * Numbers that nobody can foretell without the secret, however many of them they have seen: AES-256 in counter mode (NIST SP 800-38A),
 * its key an HMAC of the secret and the name of the stream (RFC 2104).
 */
import { type Cipher, createCipheriv, createHmac } from 'node:crypto';

/** Bytes of a secret: 256 bits. */
export const SECRET_BYTES = 32;
const BATCH_BYTES = 2_048;
const NOTHING = new Uint8Array(BATCH_BYTES);
const COUNTER_BYTES = 16;
const WORD_VALUES = 4_294_967_296;

export class SecretStream {
  readonly #cipher: Cipher;
  readonly #words = new Uint32Array(BATCH_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  #given = this.#words.length;

  /** `name` keeps the streams of one secret apart. */
  constructor(secret: Uint8Array, name: string) {
    if (secret.length < SECRET_BYTES) throw new RangeError(`secret: ${secret.length} bytes, allowed: ${SECRET_BYTES} or more`);
    const key = createHmac('sha256', secret).update(name).digest();
    this.#cipher = createCipheriv('aes-256-ctr', key, new Uint8Array(COUNTER_BYTES));
  }

  /** The next 32 bits, unsigned. */
  word(): number {
    if (this.#given === this.#words.length) {
      this.#bytes.set(this.#cipher.update(NOTHING));
      this.#given = 0;
    }
    return this.#words[this.#given++] as number;
  }

  /** Uniform in (0, 1), never 0 or 1. */
  uniform(): number {
    return (this.word() + 0.5) / WORD_VALUES;
  }
}
