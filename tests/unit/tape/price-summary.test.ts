import { describe, expect, it } from 'vitest';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { nextRanges, PriceRanges, readSummary } from '#domain/tape/price-summary.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { concatBytes } from '#domain/tape/text-bytes.ts';

const { sha256 } = nobleCrypto;
const tick = (productId: number, price: bigint, confirm = false): TapeTick => ({
  productId,
  price,
  volume: 0n,
  timeMs: 0,
  confirm,
  seq: 1,
});
const summary = (...blocks: readonly (readonly TapeTick[])[]): Uint8Array => {
  const ranges = new PriceRanges();
  for (const ticks of blocks) ranges.add(ticks);
  return ranges.bytes();
};

describe('the summary of 256 blocks', () => {
  it('has the lowest, the span and the count of each product by its id, and no confirms', () => {
    const bytes = summary([tick(300, 5n), tick(2, 130n)], [tick(2, 128n), tick(2, 400n), tick(2, 9n, true), tick(7, 1n, true)]);
    // 2: 128 is 128 + 0 and 1; 272 is 144 and 2; three ticks. 300 is 172 and 2: 5, 0, one tick.
    expect(Array.from(bytes)).toEqual([2, 128, 1, 144, 2, 3, 172, 2, 5, 0, 1]);
    expect(readSummary(bytes)).toEqual(
      new Map([
        [2, { low: 128n, high: 400n, count: 3 }],
        [300, { low: 5n, high: 5n, count: 1 }],
      ]),
    );
    expect(readSummary(summary())).toEqual(new Map());
  });

  it('is refused when cut, out of order, or with a product that has no tick', () => {
    const bytes = summary([tick(2, 130n), tick(300, 5n)]);
    expect(readSummary(bytes.slice(0, -1))).toBeUndefined();
    expect(readSummary(concatBytes(summary([tick(300, 5n)]), summary([tick(2, 1n)])))).toBeUndefined();
    expect(readSummary(concatBytes(summary([tick(2, 1n)]), summary([tick(2, 1n)])))).toBeUndefined();
    expect(readSummary(Uint8Array.of(2, 1, 0, 0))).toBeUndefined();
  });

  it('is chained to all before it', () => {
    const [first, second] = [summary([tick(1, 1n)]), summary([tick(1, 2n)])];
    const one = nextRanges(sha256, undefined, first);
    expect(one).toEqual(sha256(concatBytes(new Uint8Array(32), sha256(first))));
    expect(nextRanges(sha256, one, second)).toEqual(sha256(concatBytes(one, sha256(second))));
    expect(nextRanges(sha256, one, second)).not.toEqual(nextRanges(sha256, undefined, second));
  });
});
