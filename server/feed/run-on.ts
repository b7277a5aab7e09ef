/**
 * How long a source speaks on of a product that the operator has closed: until the micro trades that ran on it have ended, since a closing stops new
 * ones only (decision D9.22). A source that fell silent at once would make all of them void, and an operator could undo what was about to win.
 */
import type { Product } from '../catalogue/catalogue.ts';

/** What was accepted before every node knew of the closing is committed by then, and looked for once more. */
const LOOK_AGAIN_MS = 2_000;

type Closed = { untilMs: number; lookAgainMs: number };

export class RunOn {
  readonly #lastEnd: (productId: number) => Promise<number>;
  readonly #closed = new Map<number, Closed>();

  /** `lastEnd`: when the last of what runs on a product ends, unix ms; 0 where nothing does. */
  constructor(lastEnd: (productId: number) => Promise<number>) {
    this.#lastEnd = lastEnd;
  }

  /** The source begins, or begins again: what was asked before says nothing of now. */
  begin(): void {
    this.#closed.clear();
  }

  /** Asks what still runs on products that have been closed. To be called before each `isOver`. */
  async look(products: readonly Product[], nowMs: number): Promise<void> {
    for (const { id, forcedClosed } of products) {
      const known = this.#closed.get(id);
      if (!forcedClosed) this.#closed.delete(id);
      else if (!known || known.lookAgainMs <= nowMs) {
        const lookAgainMs = known ? Number.POSITIVE_INFINITY : nowMs + LOOK_AGAIN_MS;
        this.#closed.set(id, { untilMs: await this.#lastEnd(id), lookAgainMs });
      }
    }
  }

  /** True when the operator has closed the product, and nothing that ran on it ends at that time or later. */
  isOver(productId: number, timeMs: number): boolean {
    const closed = this.#closed.get(productId);
    return closed !== undefined && closed.untilMs < timeMs;
  }
}
