/**
 * SHA-256 (FIPS 180-4) of short texts, many in a row: the browser's own answers each in a task of its own, which for a hundred thousand takes
 * far longer than the hashing.
 */
const ROUNDS = 64;
const BLOCK_BYTES = 64;
/** Room for the bit that ends a message and for its length. */
const TAIL_BYTES = 9;

/** First 32 bits of the fractions of roots of the first primes: square roots to begin with, cube roots for the rounds. */
const { start, rounds } = primeRoots();
const words = new Uint32Array(ROUNDS);

function primeRoots(): { start: Uint32Array; rounds: Uint32Array } {
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number++) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const fractionBits = (root: number) => Math.floor((root % 1) * 2 ** 32);
  return {
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime))),
    rounds: Uint32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime))),
  };
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The 32 bytes of the hash. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + TAIL_BYTES) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Uint32Array.from(start);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) addBlock(state, view, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => void hash.setUint32(index * 4, word));
  return new Uint8Array(hash.buffer);
}

function addBlock(state: Uint32Array, view: DataView, at: number): void {
  spread(view, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < ROUNDS; round++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (rounds[round] ?? 0) + (words[round] ?? 0)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
}

/** The sixteen words of a block, and those that follow from them. */
function spread(view: DataView, at: number): void {
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(at + index * 4);
  for (let index = 16; index < ROUNDS; index++) {
    const early = words[index - 15] ?? 0;
    const late = words[index - 2] ?? 0;
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large;
  }
}
