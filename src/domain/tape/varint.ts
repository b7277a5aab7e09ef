/** Whole numbers as bytes of seven bits, the lowest first; the eighth bit says that another byte follows. A number of 64 bits and a sign fits 11 bytes. */

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Numbers are split by division, since bit operators would cut them to 32 bits. */
export function writeUnsigned(out: number[], value: bigint): void {
  let rest = value;
  for (; rest > SAFE; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  let small = Number(rest);
  for (; small >= 128; small = Math.floor(small / 128)) out.push((small % 128) | 128);
  out.push(small);
}

/** Small differences of either sign stay short: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
export const writeSigned = (out: number[], value: bigint): void => writeUnsigned(out, value < 0n ? -value * 2n - 1n : value * 2n);

const longForm = (): RangeError => new RangeError('a number in long form');

/** Reads what the two functions wrote. Throws a `RangeError` where the bytes end too soon or a number is longer than it need be, of which there would be two texts. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  unsigned(): bigint {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 42; scale *= 128) {
      const byte = this.#next();
      value += (byte & 127) * scale;
      if (byte === 0 && scale > 1) throw longForm();
      if (byte < 128) return BigInt(value);
    }
    return this.#long(BigInt(value), 49n);
  }

  signed(): bigint {
    const value = this.unsigned();
    return value % 2n === 1n ? -(value + 1n) / 2n : value / 2n;
  }

  #long(low: bigint, shift: bigint): bigint {
    let value = low;
    for (let at = shift; at < 77n; at += 7n) {
      const byte = this.#next();
      if (byte === 0) throw longForm();
      value += BigInt(byte & 127) << at;
      if (byte < 128) return value;
    }
    throw new RangeError('a number of more than 11 bytes');
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError('the bytes end inside a number');
    return byte;
  }
}
