/** Those who hear of changed bars. One that fails is logged and costs the others nothing. */
import type { Stop } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { BarChange } from './candles.ts';

const LISTENERS_MAX = 64;

export type BarListener = (changes: readonly BarChange[]) => void;

export class BarListeners {
  readonly #log: Log;
  readonly #listeners = new Set<BarListener>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Throws `RangeError` when there are too many. */
  add(listener: BarListener): Stop {
    if (this.#listeners.size >= LISTENERS_MAX) throw new RangeError(`candle listeners: at most ${LISTENERS_MAX}`);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(changes: readonly BarChange[]): void {
    if (changes.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(changes);
      } catch (error) {
        this.#log.error({ err: error }, 'a reader of candles failed');
      }
    }
  }
}
