/**
 * The history before the first start in pages of fixed spans of time, so that whatever end and count a chart asks for is put together
 * from the same few pages. A page is computed once and kept; pages are computed one in a turn of the event loop, so that a crowd of
 * charts waits for its bars and nobody else does.
 */
import type { CandleBar } from '#domain/candle-bar.ts';
import { PERIOD_MS } from '#domain/periods.ts';
import { BoundedMap } from '../bounded-map.ts';
import { BusyError } from '../busy-error.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { History } from './history.ts';

/** Bars of a page at most: closed hours have none. A page takes a few ms. */
const PAGE_BUCKETS = 128;
/** Pages in hand: days and weeks of a hundred products whole, and what is looked at of the rest; about 25 MB. */
const PAGES_MAX = 2_000;
/** Pages that may wait to be computed. */
const WAITING_MAX = 2_000;

/** Whose history: `startMs` is where the tape begins. */
type Of = { readonly product: Product; readonly period: number; readonly startMs: number };

export class HistoryPages {
  readonly #history: History;
  readonly #pages = new BoundedMap<Promise<readonly CandleBar[]>>(PAGES_MAX);
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(history: History) {
    this.#history = history;
  }

  /** The newest `limit` bars that start before `endMs`, ascending. Rejects with a `BusyError` when too many pages wait. */
  async barsBefore(of: Of, endMs: number, limit: number): Promise<CandleBar[]> {
    const pageMs = PAGE_BUCKETS * (PERIOD_MS[of.period] as number);
    const found: (readonly CandleBar[])[] = [];
    let missing = limit;
    let page = Math.floor((Math.min(endMs, of.startMs) - 1) / pageMs);
    while (missing > 0) {
      const bars = (await this.#page(of, page, pageMs)).filter((bar) => bar.timeMs < endMs);
      found.unshift(bars.slice(-missing));
      missing -= Math.min(missing, bars.length);
      const before = bars[0]?.timeMs ?? page * pageMs;
      // Over closed hours to the page of the next older bar; without one the history ends here.
      const [older] = missing > 0 ? this.#history.barsBefore(of.product, of.period, { endMs: before, limit: 1, startMs: of.startMs }) : [];
      if (!older) break;
      page = Math.floor(older.timeMs / pageMs);
    }
    return found.flat();
  }

  #page(of: Of, page: number, pageMs: number): Promise<readonly CandleBar[]> {
    const key = `${of.product.id}/${of.period}/${of.startMs}/${page}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const query = { endMs: (page + 1) * pageMs, limit: PAGE_BUCKETS, startMs: of.startMs };
    const bars = this.#inTurn(() => this.#history.barsBefore(of.product, of.period, query).filter((bar) => bar.timeMs >= page * pageMs));
    this.#pages.set(key, bars);
    // A failure is not kept: the next call tries again.
    bars.catch(() => {
      if (this.#pages.get(key) === bars) this.#pages.delete(key);
    });
    return bars;
  }

  #inTurn<T>(work: () => T): Promise<T> {
    if (this.#waiting >= WAITING_MAX) return Promise.reject(new BusyError('too many pages of history wait'));
    this.#waiting++;
    const done = this.#turn
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(work)
      .finally(() => this.#waiting--);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
