/**
 * The newest quotation of every product, in columns. It promises last-by-(time, n) whatever order frames come in, and an honest state:
 * a price counts as live only while its source gave a tick or a confirm as lately as `src/domain/freshness.ts` asks (decision D9.03). It never invents a price.
 */

import { changePercent } from '#domain/change-percent.ts';
import { decimalFromNumber, type Price, toNumber } from '#domain/decimal.ts';
import { staleAfterMs } from '#domain/freshness.ts';
import type { Product } from '#domain/product.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { ProductCodes } from '#protocol/product-codes.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';

/** As frames say it (`src/protocol/market-status.ts`); anything else is closed. */
const OPEN = 1;

/** What an update was: a newer price, a sign of life of the same price, or an older tick that only candles want. */
type Taken = 'newer' | 'repeat' | 'late';

/** How prices are judged at this moment. `heardAt`: steady ms of anything on the link, which vouches for all where none is judged by itself. */
export type LinkLook = { readonly silent: boolean; readonly judgesEach: boolean; readonly heardAt: number };

export class QuoteBook {
  products: readonly Product[] = [];
  /** Where each product is in `products` and in every column. */
  readonly codes = new ProductCodes();
  /** Columns by product index; NaN where nothing is known. */
  close = new Float64Array(0);
  open = new Float64Array(0);
  high = new Float64Array(0);
  low = new Float64Array(0);
  timeMs = new Float64Array(0);
  n = new Float64Array(0);
  /** Steady ms of the last tick or confirm. */
  heardAt = new Float64Array(0);
  /** Steady ms of the last update that came over the socket; -Infinity before. */
  pushedAt = new Float64Array(0);
  status = new Float64Array(0);
  #change = new Float64Array(0);
  #byId = new Map<number, number>();
  #byShowCode = new Map<string, number>();

  indexOfCode(code: string): number | undefined {
    const index = this.codes.indexOf(code);
    return index < 0 ? undefined : index;
  }

  indexOfId(id: number): number | undefined {
    return this.#byId.get(id);
  }

  /** Back ends of the specification name an order's product by its shown code only. */
  indexOfShowCode(showCode: string): number | undefined {
    return this.#byShowCode.get(showCode);
  }

  /** Price of a product as an exact decimal; `undefined` before there is one. */
  price(index: number): Price | undefined {
    const close = this.close[index] as number;
    return close > 0 ? decimalFromNumber<Price>(close) : undefined;
  }

  /** Takes a trade list. Quotations held stay unless the list's are newer; `ageMs` tells how old a confirm of the list is. */
  setProducts(products: readonly Product[], steadyMs: number, ageMs: (confirmedMs: number) => number): void {
    const before = { indexes: products.map(({ code }) => this.indexOfCode(code)), columns: this.#columns() };
    this.products = products;
    this.codes.set(products.map(({ code }) => code));
    this.#byId = new Map(products.map(({ id }, index) => [id, index]));
    this.#byShowCode = new Map(products.map(({ showCode }, index) => [showCode, index]));
    const after = before.columns.map(() => new Float64Array(products.length).fill(Number.NaN));
    [this.close, this.open, this.high, this.low, this.timeMs, this.n, this.heardAt, this.pushedAt, this.status, this.#change] =
      after as Ten;
    products.forEach((product, index) => {
      const old = before.indexes[index];
      if (old === undefined) {
        this.heardAt[index] = Number.NEGATIVE_INFINITY;
        this.pushedAt[index] = Number.NEGATIVE_INFINITY;
      } else {
        after.forEach((column, position) => {
          column[index] = (before.columns[position] as Float64Array)[old] as number;
        });
      }
      this.#takeListed(product, index, steadyMs, ageMs);
    });
  }

  /** Takes one pushed quotation of the product at `index`. `serverMs` replaces a time that a back end does not send. */
  update(index: number, batch: QuoteBatch, row: number, at: { readonly steadyMs: number; readonly serverMs: number }): Taken {
    const close = batch.close[row] as number;
    const n = batch.n[row] as number;
    const isConfirm = batch.confirm[row] === 1;
    const saidMs = batch.timeMs[row] as number;
    const timeMs = Number.isNaN(saidMs) ? at.serverMs : saidMs;
    const lastMs = this.timeMs[index] as number;
    const lastN = this.n[index] as number;
    const status = batch.status[row] as number;
    if (!Number.isNaN(status)) this.status[index] = status;
    const isOlder = timeMs < lastMs || (timeMs === lastMs && n < lastN && !isConfirm);
    if (isOlder && !isConfirm) return 'late';
    const isSame = timeMs === lastMs && close === this.close[index] && !(n > lastN);
    this.#takeDay(index, batch, row);
    this.heardAt[index] = at.steadyMs;
    this.pushedAt[index] = at.steadyMs;
    if (isOlder || isSame) return 'repeat';
    this.close[index] = close;
    this.timeMs[index] = timeMs;
    this.n[index] = n;
    return isConfirm ? 'repeat' : 'newer';
  }

  /** Percent of the day's open, 2 decimals; 0 before there is an open. */
  change(index: number): number {
    const known = this.#change[index] as number;
    if (!Number.isNaN(known)) return known;
    const [open, close] = [decimalFromNumber<Price>(this.open[index] as number), this.price(index)];
    const change = open === undefined || close === undefined ? 0 : toNumber(changePercent({ open, close }));
    this.#change[index] = change;
    return change;
  }

  /** Steady ms at which a price turns stale unless its source speaks before. */
  staleAt(index: number): number {
    return (this.heardAt[index] as number) + staleAfterMs(this.products[index]?.categoryId);
  }

  isOpen(index: number): boolean {
    return this.status[index] === OPEN;
  }

  /** A `QUOTE_STATE`. `silent`: the link itself says nothing (or the page is offline), so no price is live. */
  state(index: number, steadyMs: number, link: Omit<LinkLook, 'heardAt'>): number {
    if (!((this.close[index] as number) > 0)) return QUOTE_STATE.none;
    if (!this.isOpen(index)) return QUOTE_STATE.closed;
    if (link.silent) return QUOTE_STATE.stale;
    return !link.judgesEach || steadyMs < this.staleAt(index) ? QUOTE_STATE.live : QUOTE_STATE.stale;
  }

  #takeListed(product: Product, index: number, steadyMs: number, ageMs: (confirmedMs: number) => number): void {
    const { open, close, change, high, low, timeMs, confirmedMs } = product.quotation;
    this.status[index] = product.marketStatus === 'open' ? OPEN : 0;
    const isNewer = close > 0 && !(timeMs < (this.timeMs[index] as number));
    if (isNewer) {
      // The same tick keeps its n; a newer one has an n that we are not told.
      if (timeMs !== this.timeMs[index]) this.n[index] = Number.NaN;
      this.close[index] = close;
      this.timeMs[index] = timeMs;
      this.open[index] = open;
      this.high[index] = high;
      this.low[index] = low;
      this.#change[index] = change;
    }
    if (confirmedMs > 0) this.heardAt[index] = Math.max(this.heardAt[index] as number, steadyMs - Math.max(0, ageMs(confirmedMs)));
  }

  /** Figures of the day as the row says them; what it does not say goes on from what we have. */
  #takeDay(index: number, batch: QuoteBatch, row: number): void {
    const open = batch.open[row] as number;
    const high = batch.high[row] as number;
    const low = batch.low[row] as number;
    if (!Number.isNaN(open)) this.open[index] = open;
    this.high[index] = Number.isNaN(high) ? this.#higher(index, batch.runHigh[row] as number) : high;
    this.low[index] = Number.isNaN(low) ? this.#lower(index, batch.runLow[row] as number) : low;
    this.#change[index] = batch.change[row] as number;
  }

  #higher(index: number, high: number): number {
    return Math.max(high, this.high[index] || high);
  }

  #lower(index: number, low: number): number {
    return Math.min(low, this.low[index] || low);
  }

  #columns(): Ten {
    return [this.close, this.open, this.high, this.low, this.timeMs, this.n, this.heardAt, this.pushedAt, this.status, this.#change];
  }
}

type Column = Float64Array<ArrayBuffer>;
type Ten = [Column, Column, Column, Column, Column, Column, Column, Column, Column, Column];
