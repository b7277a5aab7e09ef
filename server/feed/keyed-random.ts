/**
 * The streams of a history with a secret: a name is hashed with a key, by AES-256, and the key is an HMAC of the secret and the product. Who
 * works out the stream of one bar knows that bar, and nothing of any other.
 */
import { type Cipher, createCipheriv, createHmac } from 'node:crypto';
import { PositionRandom } from './position-random.ts';

const SECRET_BYTES_MIN = 16;
/** A hash is four words of 32 bits. */
const HASH_WORDS = 4;
/** Names in a row are hashed together, since a call of the cipher costs more than what it does. A power of two. */
const NAMES_AT_ONCE = 64;
/** Batches kept in memory per level: the newest one. */
const LEVELS_MAX = 8;

type Batch = { first: number; readonly words: Uint32Array; readonly bytes: Uint8Array };

function newBatch(): Batch {
  const words = new Uint32Array(NAMES_AT_ONCE * HASH_WORDS);
  return { first: Number.NaN, words, bytes: new Uint8Array(words.buffer) };
}

export class KeyedRandom extends PositionRandom {
  readonly #cipher: Cipher;
  readonly #names = newBatch();
  readonly #batches: readonly Batch[] = Array.from({ length: LEVELS_MAX }, newBatch);

  /** `secret`: at least 16 bytes. `name` keeps the products of one secret apart. */
  constructor(secret: Uint8Array, name: string) {
    super();
    if (secret.length < SECRET_BYTES_MIN) throw new RangeError(`secret: ${secret.length} bytes, allowed: ${SECRET_BYTES_MIN} or more`);
    const key = createHmac('sha256', secret).update(name).digest();
    this.#cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /** `level` from 0 to 7. */
  at(level: number, index: number): this {
    const batch = this.#batches[level];
    if (!batch) throw new RangeError(`level: ${level}, allowed: 0 to ${LEVELS_MAX - 1}`);
    const first = index - (index & (NAMES_AT_ONCE - 1));
    if (first !== batch.first) this.#hash(batch, level, first);
    const at = (index - first) * HASH_WORDS;
    const { words } = batch;
    this.begin(words[at] as number | 0, words[at + 1] as number | 0, words[at + 2] as number | 0, words[at + 3] as number | 0);
    return this;
  }

  #hash(batch: Batch, level: number, first: number): void {
    const { words, bytes } = this.#names;
    for (let at = 0; at < NAMES_AT_ONCE; at++) {
      words[at * HASH_WORDS] = level;
      words[at * HASH_WORDS + 1] = first + at;
    }
    batch.bytes.set(this.#cipher.update(bytes));
    batch.first = first;
  }
}
