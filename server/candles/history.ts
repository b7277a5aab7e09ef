/** What a chart shows from before the server's first start. The contract; `server/feed/market-history.ts` keeps it. */
import type { CandleBar } from '#domain/candle-bar.ts';
import type { Product } from '../catalogue/catalogue.ts';

export interface History {
  /**
   * The newest `limit` bars of a period (by id) that start before `endMs` and before the bucket of `startMs`, from which on the tape
   * rules; ascending. Reaches back over as many bars as the table of periods keeps.
   */
  barsBefore(product: Product, period: number, query: { endMs: number; limit: number; startMs: number }): readonly CandleBar[];
  /** Bars of all periods (by id) around a time, as they are just before it: ticks continue them. `undefined` where nothing traded yet. */
  formingAt(product: Product, timeMs: number): readonly (CandleBar | undefined)[];
  /** First time of a recording that keeps its own times and makes candles only; `undefined` for every other product. */
  recordedStartMs(productId: number): number | undefined;
}
