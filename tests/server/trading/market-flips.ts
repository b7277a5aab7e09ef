/** Markets that open and close by hand, with the moment of each: hours answer for any time, so that a tick is judged late as it was at once. */
import type { ProductHalt } from '#domain/tape/deal-terms.ts';

export class MarketFlips {
  /** Newest first. */
  readonly #flips: { productId: number; fromMs: number; isOpen: boolean }[] = [];

  /** A market that was never flipped is open. */
  isOpenAt(productId: number, timeMs: number): boolean {
    return this.#flips.find((flip) => flip.productId === productId && flip.fromMs <= timeMs)?.isOpen ?? true;
  }

  /** The stretches of ticks during which a market was closed, `ticks` being the whole tape. */
  halts(productId: number, ticks: readonly { readonly seq: number; readonly timeMs: number }[]): ProductHalt[] {
    const halts: ProductHalt[] = [];
    for (const { seq, timeMs } of ticks) {
      if (this.isOpenAt(productId, timeMs)) continue;
      const last = halts.at(-1);
      if (last?.toSeq === seq) halts[halts.length - 1] = { fromSeq: last.fromSeq, toSeq: seq + 1 };
      else halts.push({ fromSeq: seq, toSeq: seq + 1 });
    }
    return halts;
  }

  /** Opens or closes a market from `fromMs` on, which is later than every tick there is; gives whether it is open now. */
  flip(productId: number, fromMs: number): boolean {
    const isOpen = !this.isOpenAt(productId, fromMs);
    this.#flips.unshift({ productId, fromMs, isOpen });
    return isOpen;
  }
}
