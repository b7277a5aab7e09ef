/**
 * Ticks as bytes: variable-length integers, each price as the difference to the product's price before it in the same body, each
 * time as the difference to the tick before. The same ticks always give the same bytes, so a body can be hashed and made again.
 * A tick costs about eight bytes. Layout: count, then per tick (product x 2 + confirm), price difference, time difference, volume (not of a confirm).
 */
import type { TapeTick } from './tape.ts';

/** More ticks than any second can hold: a count beyond it is a broken body, not a big one. */
const BODY_TICKS_MAX = 1_000_000;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Numbers are split by division, since bit operators would cut them to 32 bits. */
function writeUnsigned(out: number[], value: bigint): void {
  let rest = value;
  for (; rest > SAFE; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  let small = Number(rest);
  for (; small >= 128; small = Math.floor(small / 128)) out.push((small % 128) | 128);
  out.push(small);
}

/** Small differences of either sign stay short: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
const writeSigned = (out: number[], value: bigint): void => writeUnsigned(out, value < 0n ? -value * 2n - 1n : value * 2n);

class ByteReader {
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
      value += BigInt(byte & 127) << at;
      if (byte < 128) return value;
    }
    throw new RangeError('tape body: a number of more than 11 bytes');
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError('tape body: it ends inside a tick');
    return byte;
  }
}

/** The body of consecutive ticks. Sequence numbers are not in it: the row that holds the body says the first. */
export function encodeTicks(ticks: readonly TapeTick[]): Uint8Array {
  const out: number[] = [];
  const prices = new Map<number, bigint>();
  let timeMs = 0;
  writeUnsigned(out, BigInt(ticks.length));
  for (const tick of ticks) {
    writeUnsigned(out, BigInt(tick.productId * 2 + (tick.confirm ? 1 : 0)));
    writeSigned(out, tick.price - (prices.get(tick.productId) ?? 0n));
    writeSigned(out, BigInt(tick.timeMs - timeMs));
    if (!tick.confirm) writeUnsigned(out, tick.volume);
    prices.set(tick.productId, tick.price);
    timeMs = tick.timeMs;
  }
  return Uint8Array.from(out);
}

/** The ticks of a body. Throws `RangeError` when the bytes are not whole. */
export function decodeTicks(body: Uint8Array, firstSeq: number): TapeTick[] {
  const reader = new ByteReader(body);
  const count = Number(reader.unsigned());
  if (count > BODY_TICKS_MAX) throw new RangeError(`tape body: ${count} ticks, allowed ${BODY_TICKS_MAX}`);
  const ticks: TapeTick[] = [];
  const prices = new Map<number, bigint>();
  let timeMs = 0;
  for (let at = 0; at < count; at++) {
    const head = Number(reader.unsigned());
    const productId = Math.floor(head / 2);
    const confirm = head % 2 === 1;
    const price = (prices.get(productId) ?? 0n) + reader.signed();
    timeMs += Number(reader.signed());
    const volume = confirm ? 0n : reader.unsigned();
    prices.set(productId, price);
    ticks.push({ productId, price, volume, timeMs, confirm, seq: firstSeq + at });
  }
  if (!reader.isAtEnd) throw new RangeError('tape body: bytes behind the last tick');
  return ticks;
}
