/**
 * Streams that nobody can foretell without the key, however much of them they have seen: AES-256 over (level, index, count), its key an
 * HMAC of the secret and the name of the stream (NIST SP 800-38A, counter mode; RFC 2104).
 */
import { type Cipher, createCipheriv, createHmac } from 'node:crypto';
import { PositionRandom } from './position-random.ts';

/** Bytes of a secret: 256 bits. */
export const SECRET_BYTES = 32;
const SECRET_BYTES_MIN = 16;
/** A block is four words of 32 bits. */
const BLOCK_WORDS = 4;
/** Most names need a few numbers only; one that goes on gets larger batches. */
const BLOCKS_FIRST = 4;
const BLOCKS_GROWTH = 4;
const BLOCKS_MAX = 64;
const WORD_VALUES = 4_294_967_296;

export class KeyedRandom extends PositionRandom {
  readonly #cipher: Cipher;
  readonly #names = new Uint32Array(BLOCKS_MAX * BLOCK_WORDS);
  readonly #nameBytes = new Uint8Array(this.#names.buffer);
  readonly #words = new Uint32Array(BLOCKS_MAX * BLOCK_WORDS);
  readonly #wordBytes = new Uint8Array(this.#words.buffer);
  #level = 0;
  #index = 0;
  /** Blocks of this name that were made, and how many the next batch has. */
  #made = 0;
  #batch = BLOCKS_FIRST;
  /** Words of the newest batch, and how many of them were given. */
  #count = 0;
  #given = 0;

  /** `secret`: at least 16 bytes. `name` keeps the streams of one secret apart. */
  constructor(secret: Uint8Array, name: string) {
    super();
    if (secret.length < SECRET_BYTES_MIN) throw new RangeError(`secret: ${secret.length} bytes, allowed: ${SECRET_BYTES_MIN} or more`);
    const key = createHmac('sha256', secret).update(name).digest();
    this.#cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  at(level: number, index: number): this {
    this.#level = level;
    this.#index = index;
    this.#made = 0;
    this.#batch = BLOCKS_FIRST;
    this.#count = 0;
    this.#given = 0;
    return this;
  }

  word(): number {
    if (this.#given === this.#count) this.#fill();
    return this.#words[this.#given++] as number;
  }

  #fill(): void {
    const names = this.#names;
    this.#count = this.#batch * BLOCK_WORDS;
    for (let at = 0; at < this.#count; at += BLOCK_WORDS) {
      names[at] = this.#level;
      names[at + 1] = this.#index;
      names[at + 2] = this.#made % WORD_VALUES;
      names[at + 3] = Math.floor(this.#made / WORD_VALUES);
      this.#made++;
    }
    this.#wordBytes.set(this.#cipher.update(this.#nameBytes.subarray(0, this.#count * Uint32Array.BYTES_PER_ELEMENT)));
    this.#batch = Math.min(BLOCKS_MAX, this.#batch * BLOCKS_GROWTH);
    this.#given = 0;
  }
}
