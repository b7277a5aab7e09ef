/**
 * Lowest and highest price of each product in 256 blocks, so that a whole day without a price at some level is proved by 170 KB and not by
 * its ticks. Summaries are chained, each hash over the one before, and every 256th block names the chain so far (`ranges`).
 */

import { HASH_BYTES, type Sha256 } from './tape-crypto.ts';
import type { TapeTick } from './tape-tick.ts';
import { concatBytes } from './text-bytes.ts';
import { VarintReader, writeUnsigned } from './varint.ts';

/** Prices in 10^-8 units; `count` ticks of the product, confirms left out. */
export type PriceRange = { readonly low: bigint; readonly high: bigint; readonly count: number };
/** By id of the product. */
export type PriceSummary = ReadonlyMap<number, PriceRange>;

/** More products than any tape has. */
const PRODUCTS_MAX = 100_000;

/** The ranges of ticks, block by block: what is added first and later counts alike. */
export class PriceRanges {
  readonly #ranges = new Map<number, PriceRange>();

  add(ticks: readonly TapeTick[]): void {
    for (const { productId, price, confirm } of ticks) {
      if (confirm) continue;
      const known = this.#ranges.get(productId);
      const low = known && known.low < price ? known.low : price;
      const high = known && known.high > price ? known.high : price;
      this.#ranges.set(productId, { low, high, count: (known?.count ?? 0) + 1 });
    }
  }

  /** Per product, by id: id, lowest price, highest less lowest, count. */
  bytes(): Uint8Array {
    const out: number[] = [];
    for (const [productId, { low, high, count }] of [...this.#ranges].sort(([one], [other]) => one - other)) {
      writeUnsigned(out, BigInt(productId));
      writeUnsigned(out, low);
      writeUnsigned(out, high - low);
      writeUnsigned(out, BigInt(count));
    }
    return Uint8Array.from(out);
  }
}

/** Reads a summary; `undefined` when the bytes are not one: cut, products out of order, a product without a tick. */
export function readSummary(bytes: Uint8Array): PriceSummary | undefined {
  const reader = new VarintReader(bytes);
  const ranges = new Map<number, PriceRange>();
  let before = -1;
  try {
    while (!reader.isAtEnd) {
      const productId = Number(reader.unsigned());
      const low = reader.unsigned();
      const high = low + reader.unsigned();
      const count = Number(reader.unsigned());
      if (productId <= before || productId > PRODUCTS_MAX || count < 1) return undefined;
      before = productId;
      ranges.set(productId, { low, high, count });
    }
  } catch {
    return undefined;
  }
  return ranges;
}

/** `ranges` of a block: SHA-256(that of the 256 blocks before, or 32 zero bytes ‖ SHA-256(summary)). */
export const nextRanges = (sha256: Sha256, before: Uint8Array | undefined, summary: Uint8Array): Uint8Array =>
  sha256(concatBytes(before ?? new Uint8Array(HASH_BYTES), sha256(summary)));
