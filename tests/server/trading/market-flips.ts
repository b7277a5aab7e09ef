/** Markets that open and close by hand, with the moment of each: hours answer for any time, so that a tick is judged late as it was at once. */
export class MarketFlips {
  /** Newest first. */
  readonly #flips: { productId: number; fromMs: number; isOpen: boolean }[] = [];

  /** A market that was never flipped is open. */
  isOpenAt(productId: number, timeMs: number): boolean {
    return this.#flips.find((flip) => flip.productId === productId && flip.fromMs <= timeMs)?.isOpen ?? true;
  }

  /** Opens or closes a market from `fromMs` on, which is later than every tick there is; gives whether it is open now. */
  flip(productId: number, fromMs: number): boolean {
    const isOpen = !this.isOpenAt(productId, fromMs);
    this.#flips.unshift({ productId, fromMs, isOpen });
    return isOpen;
  }
}
