/**
 * The history before the first start in pages of fixed spans of time, so that whatever end and count a chart asks for is put together
 * from the same few pages. A page is computed once and kept; pages are computed one in a turn of the event loop and each network in its
 * turn, so that a crowd of charts waits for its bars and nobody else does.
 */
import type { Bucket } from '#domain/bucket.ts';
import type { CandleBar } from '#domain/candle-bar.ts';
import { periodOf } from '#domain/periods.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import { BusyError } from '../limits/busy-error.ts';
import { createNetworkTurns } from '../limits/network-turns.ts';
import type { History } from './history.ts';

/** Bars of a page at most: closed hours have none. A page takes a few ms. */
const PAGE_BUCKETS = 128;
/** Nor more time than this: a month takes as long to compute as the weeks in it. */
const PAGE_MS_MAX = 366 * DAY_MS;
/** Pages in memory: days and weeks of a hundred products whole, and what is looked at of the rest; about 25 MB. */
const PAGES_MAX = 2_000;
/** Pages that one network may wait for: more than the requests that it may have under way, each of which asks for one after another. */
const NETWORK_WAITING_MAX = 240;

/** Ascending bars of one span. `olderPage`: number of the page that holds the bar before them; undefined where the history begins. */
type Page = { readonly bars: readonly CandleBar[]; readonly olderPage: number | undefined };
/** Whose history: `startMs` is where the tape begins. */
type Of = { readonly product: Product; readonly period: number; readonly startMs: number };
/** A page that is not computed yet. `networks`: those in whose turn it will be, whichever comes first. */
type Waiting = { readonly page: Promise<Page>; readonly begin: () => void; readonly networks: Set<string> };

/** Buckets of a page. */
const sizeOf = ({ lengthMs }: Bucket): number => Math.min(PAGE_BUCKETS, Math.floor(PAGE_MS_MAX / lengthMs));
/** Number of the page that a time lies in. */
const pageAt = (bucket: Bucket, timeMs: number): number => Math.floor(bucket.numberAt(timeMs) / sizeOf(bucket));

export class HistoryPages {
  readonly #history: History;
  readonly #pages = new BoundedMap<Page>(PAGES_MAX);
  readonly #waiting = new Map<string, Waiting>();
  readonly #turns: ReturnType<typeof createNetworkTurns>;

  constructor({ history, clock }: { readonly history: History; readonly clock: Clock }) {
    this.#history = history;
    this.#turns = createNetworkTurns({ clock, waitingMax: NETWORK_WAITING_MAX });
  }

  /**
   * The newest `limit` bars that start before `endMs`, ascending. `network`: in whose turn (`networkOf`). Rejects with a `BusyError` when too many
   * pages wait for that network.
   */
  async barsBefore(of: Of, endMs: number, limit: number, network: string): Promise<CandleBar[]> {
    const { bucket } = periodOf(of.period);
    const found: (readonly CandleBar[])[] = [];
    let missing = limit;
    let at: number | undefined = pageAt(bucket, Math.min(endMs, of.startMs) - 1);
    while (missing > 0 && at !== undefined) {
      const page: Page = await this.#page(of, at, network);
      const bars = page.bars.filter((bar) => bar.timeMs < endMs);
      found.unshift(bars.slice(-missing));
      missing -= Math.min(missing, bars.length);
      at = page.olderPage;
    }
    return found.flat();
  }

  async #page(of: Of, at: number, network: string): Promise<Page> {
    const key = `${of.product.id}/${of.period}/${of.startMs}/${at}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const waiting = this.#waiting.get(key) ?? this.#wanted(key, () => this.#compute(of, at));
    // Who asks for a page that stands far back in the queue of another network gets it in a turn of their own.
    if (!waiting.networks.has(network) && this.#turns.wait(network, waiting.begin)) waiting.networks.add(network);
    if (waiting.networks.size > 0) return waiting.page;
    this.#waiting.delete(key);
    throw new BusyError(`more than ${NETWORK_WAITING_MAX} pages of history wait for ${network}`);
  }

  #wanted(key: string, compute: () => Page): Waiting {
    let isBegun = false;
    let begin = () => {};
    const page = new Promise<Page>((resolve, reject) => {
      begin = () => {
        // The turn of another network came first.
        if (isBegun) return;
        isBegun = true;
        this.#waiting.delete(key);
        try {
          const made = compute();
          this.#pages.set(key, made);
          resolve(made);
        } catch (error) {
          // A failure is not kept: the next call tries again.
          reject(error);
        }
      };
    });
    const waiting = { page, begin, networks: new Set<string>() };
    this.#waiting.set(key, waiting);
    return waiting;
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
}
