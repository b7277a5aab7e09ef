/** Orders that are closed: remembered for a while, so that an old answer cannot bring one back and the page hears of each once. */
import { keepNewest } from '#domain/keep-newest.ts';

/** Ids that are remembered; the oldest go first. */
const CLOSED_MAX = 1_000;

export class ClosedOrders {
  readonly #closedAt = new Map<number, number>();
  /** Those that were reported to the page. */
  readonly #said = new Set<number>();

  clear(): void {
    this.#closedAt.clear();
    this.#said.clear();
  }

  add(id: number, steadyMs: number): void {
    this.#closedAt.set(id, steadyMs);
    keepNewest(this.#closedAt, CLOSED_MAX);
  }

  has(id: number): boolean {
    return this.#closedAt.has(id);
  }

  /** True for an order that was closed after a moment. */
  isClosedSince(id: number, steadyMs: number): boolean {
    return (this.#closedAt.get(id) ?? Number.NEGATIVE_INFINITY) > steadyMs;
  }

  /** Those of the ids that were not reported to the page yet; from now on they are. A set union: in base the same id can come again. */
  unsaid(ids: readonly number[]): number[] {
    const news = ids.filter((id) => !this.#said.has(id));
    for (const id of news) this.#said.add(id);
    keepNewest(this.#said, CLOSED_MAX);
    return news;
  }
}
