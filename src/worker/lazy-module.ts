/**
 * A part of the engine whose code comes when it is first wanted. It promises to ask again, ever slower, for code that did not arrive, and
 * to make the part once.
 */
import type { EngineClock } from './engine-parts.ts';

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 15_000;
const DOUBLINGS_MAX = 4;
/** After so many failures in a row the browser may be repeating that of a file which this code builds on: only another worker asks for it again. */
const STUCK_AFTER = 3;

type LazyModuleHandlers<T> = {
  load(): Promise<T>;
  /** The part is here; called once. */
  onHere(part: T): void;
  /** Its code did not arrive this time. */
  onFailed?(): void;
};

export class LazyModule<T> {
  /** `undefined` until the code is here. */
  here: T | undefined;
  readonly #clock: EngineClock;
  readonly #handlers: LazyModuleHandlers<T>;
  #isWanted = false;
  #failures = 0;

  constructor(clock: EngineClock, handlers: LazyModuleHandlers<T>) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  get isStuck(): boolean {
    return this.#failures >= STUCK_AFTER;
  }

  /** Fetches the code unless it is here or on its way. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.here = await this.#handlers.load();
    } catch {
      this.#failed();
      return;
    }
    this.#failures = 0;
    this.#handlers.onHere(this.here);
  }

  #failed(): void {
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(this.#failures++, DOUBLINGS_MAX));
    this.#clock.after(waitMs, () => void this.#load());
    this.#handlers.onFailed?.();
  }
}
