/**
 * The prices of one product at which something may happen, in two heaps: those that a falling price meets and those that a rising one
 * meets. A tick takes out what it has met in a few steps, however many wait. Levels are doubles: they say where to look exactly.
 */

/** Whose level it is. A dead owner's levels are dropped when they come up. */
export type Owner = { readonly key: string; isLive: boolean };
type Level = { readonly price: number; readonly owner: Owner };

/** Below so many entries a heap is not worth clearing. */
const CLEAR_ABOVE = 256;

/** A binary heap; `isBefore` says which of two prices comes out first. */
class LevelHeap {
  readonly #isBefore: (a: number, b: number) => boolean;
  #levels: Level[] = [];
  #clearAbove = CLEAR_ABOVE;

  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore;
  }

  push(level: Level): void {
    if (this.#levels.length >= this.#clearAbove) this.#clear();
    this.#rise(level);
  }

  /** Takes the first level while it is met, until `met` has so many; dead ones on the way vanish. */
  takeMet(isMet: (price: number) => boolean, met: Level[], most: number): void {
    for (let top = this.#levels[0]; top && met.length < most && (!top.owner.isLive || isMet(top.price)); top = this.#levels[0]) {
      if (top.owner.isLive) met.push(top);
      const last = this.#levels.pop() as Level;
      if (this.#levels.length > 0) this.#sink(last);
    }
  }

  #rise(level: Level): void {
    const levels = this.#levels;
    let at = levels.push(level) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = levels[parent] as Level;
      if (!this.#isBefore(level.price, above.price)) break;
      levels[at] = above;
      at = parent;
    }
    levels[at] = level;
  }

  /** Puts a level at the top and lets it fall to its place. */
  #sink(level: Level): void {
    const levels = this.#levels;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= levels.length) break;
      const right = child + 1;
      if (right < levels.length && this.#isBefore((levels[right] as Level).price, (levels[child] as Level).price)) child = right;
      if (!this.#isBefore((levels[child] as Level).price, level.price)) break;
      levels[at] = levels[child] as Level;
      at = child;
    }
    levels[at] = level;
  }

  /** Dead levels deep inside would otherwise stay until the price comes by. */
  #clear(): void {
    const live = this.#levels.filter((level) => level.owner.isLive);
    this.#levels = [];
    for (const level of live) this.#rise(level);
    this.#clearAbove = Math.max(CLEAR_ABOVE, live.length * 2);
  }
}

export type MetLevels = {
  readonly owners: ReadonlySet<Owner>;
  /** Puts back the levels whose owners still live: they were met, and nothing came of it. */
  restore(): void;
};

export class Thresholds {
  readonly #falling = new LevelHeap((a, b) => a > b);
  readonly #rising = new LevelHeap((a, b) => a < b);

  /** Met at this price and below. */
  below(price: number, owner: Owner): void {
    this.#falling.push({ price, owner });
  }

  /** Met at this price and above. */
  above(price: number, owner: Owner): void {
    this.#rising.push({ price, owner });
  }

  /** Met at any price. */
  always(owner: Owner): void {
    this.#falling.push({ price: Number.POSITIVE_INFINITY, owner });
  }

  /** Takes out every level that a price meets, or so many of the falling and of the rising ones at most. */
  meet(price: number, most = Number.POSITIVE_INFINITY): MetLevels {
    const falling: Level[] = [];
    const rising: Level[] = [];
    this.#falling.takeMet((level) => price <= level, falling, most);
    this.#rising.takeMet((level) => price >= level, rising, most);
    return {
      owners: new Set([...falling, ...rising].map((level) => level.owner)),
      restore: () => {
        for (const level of falling) if (level.owner.isLive) this.#falling.push(level);
        for (const level of rising) if (level.owner.isLive) this.#rising.push(level);
      },
    };
  }
}
