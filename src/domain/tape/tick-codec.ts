/**
 * Ticks as bytes: variable-length integers, each price as the difference to the product's price before it in the same body, each
 * time as the difference to the tick before. The same ticks always give the same bytes, so a body can be hashed and made again.
 * A tick costs about eight bytes. Layout: count, then per tick (product x 2 + confirm), price difference, time difference, volume (not of a confirm).
 */
import type { TapeTick } from './tape-tick.ts';
import { VarintReader, writeSigned, writeUnsigned } from './varint.ts';

/** More ticks than any second can hold: a count beyond it is a broken body, not a big one. */
const BODY_TICKS_MAX = 1_000_000;

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

/** Throws a `RangeError` for a number that a double does not hold exactly: what is read would be another one. */
function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`tape body: ${value}, allowed 2^53 - 1`);
  return number;
}

/** The ticks of a body. Throws `RangeError` when the bytes are not whole, or a number of product or time is not exact. */
export function decodeTicks(body: Uint8Array, firstSeq: number): TapeTick[] {
  const reader = new VarintReader(body);
  const count = Number(reader.unsigned());
  if (count > BODY_TICKS_MAX) throw new RangeError(`tape body: ${count} ticks, allowed ${BODY_TICKS_MAX}`);
  const ticks: TapeTick[] = [];
  const prices = new Map<number, bigint>();
  let timeMs = 0;
  for (let at = 0; at < count; at++) {
    const head = exact(reader.unsigned());
    const productId = Math.floor(head / 2);
    const confirm = head % 2 === 1;
    const price = (prices.get(productId) ?? 0n) + reader.signed();
    timeMs += exact(reader.signed());
    if (!Number.isSafeInteger(timeMs)) throw new RangeError(`tape body: a time of ${timeMs}`);
    const volume = confirm ? 0n : reader.unsigned();
    prices.set(productId, price);
    ticks.push({ productId, price, volume, timeMs, confirm, seq: firstSeq + at });
  }
  if (!reader.isAtEnd) throw new RangeError('tape body: bytes behind the last tick');
  return ticks;
}
