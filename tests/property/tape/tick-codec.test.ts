import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTicks, encodeTicks } from '#domain/tape/tick-codec.ts';

const INT64 = 2n ** 63n - 1n;
const tick = fc.record({
  productId: fc.integer({ min: 1, max: 100_000 }),
  price: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.bigInt({ min: 1n, max: INT64 })),
  volume: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: INT64 })),
  timeMs: fc.integer({ min: 0, max: 8.64e15 }),
  confirm: fc.boolean(),
});

it('gives back every tick that was written, digit for digit', () => {
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 60 }), fc.integer({ min: 1, max: 2 ** 52 }), (ticks, firstSeq) => {
      const sequenced = ticks.map((entry, at) => ({ ...entry, volume: entry.confirm ? 0n : entry.volume, seq: firstSeq + at }));
      expect(decodeTicks(encodeTicks(sequenced), firstSeq)).toEqual(sequenced);
    }),
    { numRuns: 2_000 },
  );
});

it('refuses bytes that are not a whole body', () => {
  const body = encodeTicks([{ productId: 1, price: 108_345_000n, volume: 1n, timeMs: 1_772_618_400_000, confirm: false, seq: 1 }]);
  expect(() => decodeTicks(body.slice(0, -1), 1)).toThrow(RangeError);
  expect(() => decodeTicks(Uint8Array.from([...body, 0]), 1)).toThrow(RangeError);
  expect(() => decodeTicks(new Uint8Array(40).fill(255), 1)).toThrow(RangeError);
});
