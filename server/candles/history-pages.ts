/**
 * The history before the first start in pages of fixed spans of time, so that whatever end and count a chart asks for is put together
 * from the same few pages. A page is computed once and kept; pages are computed one in a turn of the event loop, so that a crowd of
 * charts waits for its bars and nobody else does.
 */
import { type Bucket, DAY_MS } from '#domain/bucket.ts';
import type { CandleBar } from '#domain/candle-bar.ts';
import { periodOf } from '#domain/periods.ts';
import type { Product } from '../catalogue/catalogue.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import { BusyError } from '../limits/busy-error.ts';
import type { History } from './history.ts';

/** Bars of a page at most: closed hours have none. A page takes a few ms. */
const PAGE_BUCKETS = 128;
/** Nor more time than this: a month takes as long to compute as the weeks in it. */
const PAGE_MS_MAX = 366 * DAY_MS;
/** Pages in memory: days and weeks of a hundred products whole, and what is looked at of the rest; about 25 MB. */
const PAGES_MAX = 2_000;
/** Pages that may wait to be computed. */
const WAITING_MAX = 2_000;

/** Ascending bars of one span. `olderPage`: number of the page that holds the bar before them; undefined where the history begins. */
type Page = { readonly bars: readonly CandleBar[]; readonly olderPage: number | undefined };
/** Whose history: `startMs` is where the tape begins. */
type Of = { readonly product: Product; readonly period: number; readonly startMs: number };

/** Buckets of a page. */
const sizeOf = ({ lengthMs }: Bucket): number => Math.min(PAGE_BUCKETS, Math.floor(PAGE_MS_MAX / lengthMs));
/** Number of the page that a time lies in. */
const pageAt = (bucket: Bucket, timeMs: number): number => Math.floor(bucket.numberAt(timeMs) / sizeOf(bucket));

export class HistoryPages {
  readonly #history: History;
  readonly #pages = new BoundedMap<Promise<Page>>(PAGES_MAX);
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(history: History) {
    this.#history = history;
  }

  /** The newest `limit` bars that start before `endMs`, ascending. Rejects with a `BusyError` when too many pages wait. */
  async barsBefore(of: Of, endMs: number, limit: number): Promise<CandleBar[]> {
    const { bucket } = periodOf(of.period);
    const found: (readonly CandleBar[])[] = [];
    let missing = limit;
    let at: number | undefined = pageAt(bucket, Math.min(endMs, of.startMs) - 1);
    while (missing > 0 && at !== undefined) {
      const page: Page = await this.#page(of, at);
      const bars = page.bars.filter((bar) => bar.timeMs < endMs);
      found.unshift(bars.slice(-missing));
      missing -= Math.min(missing, bars.length);
      at = page.olderPage;
    }
    return found.flat();
  }

  #page(of: Of, at: number): Promise<Page> {
    const key = `${of.product.id}/${of.period}/${of.startMs}/${at}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = this.#inTurn(() => this.#compute(of, at));
    this.#pages.set(key, page);
    // A failure is not kept: the next call tries again.
    page.catch(() => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    });
    return page;
  }

  /** One bar more than a page can hold shows where the next older page is, over closed hours too. */
  #compute({ product, period, startMs }: Of, at: number): Page {
    const { bucket } = periodOf(period);
    const size = sizeOf(bucket);
    const fromMs = bucket.startOf(at * size);
    const query = { endMs: bucket.startOf((at + 1) * size), limit: size + 1, startMs };
    const bars = this.#history.barsBefore(product, period, query);
    const older = bars.filter((bar) => bar.timeMs < fromMs).at(-1);
    return { bars: bars.filter((bar) => bar.timeMs >= fromMs), olderPage: older && pageAt(bucket, older.timeMs) };
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
