/** Bars as routes and the socket ask for them. `candle-store.ts` keeps it: stored bars from the tape, the synthetic history before the first start. */
import type { Period } from '#domain/period-table.ts';
import type { MarketNow, Quotation } from '#domain/product.ts';
import type { Stop } from '../clock/clock.ts';

export type Bar = {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Sequence of the last tick in it; 0 for history. */
  readonly seq: number;
};
export type BarChange = { readonly productId: number; readonly period: Period; readonly bar: Bar; readonly closed: boolean };

export interface Candles {
  /**
   * Ascending bars that start before `endMs` (exclusive; all when undefined), the newest `limit` (1 to 1000); the last may be forming.
   * `network`: who asks (`networkOf`), in whose turn history is computed; the server itself when absent.
   */
  bars(productId: number, period: Period, limit: number, endMs?: number, network?: string): Promise<Bar[]>;
  /** Changed bars after each tape group: one per product and period, conflated. */
  onBars(listener: (changes: readonly BarChange[]) => void): Stop;
  /** Today's open, high, low, last price, change percent and times of a product, and whether it trades now (decision DW.04). */
  quotation(productId: number): Quotation & MarketNow;
  /** Another number whenever anything but the time may have changed a quotation. */
  readonly quotationsAt: number;
}

/** The candles as their owner and the feed see them; everybody else takes `Candles`. */
export type CandleStore = Candles & {
  /** When this database began: before it, history is computed. */
  readonly firstStartMs: number;
  /** A tick of a recording that keeps its own times: into candles only, never onto the tape. `n` orders the ticks of one millisecond. */
  record(tick: { productId: number; timeMs: number; n: number; priceUnits: number; volumeUnits: number }): void;
  /** Brings memory to where the tape ends, and listens on. */
  start(): Promise<void>;
  /** Stores what changed; rejects with the database's error. Nothing while another process stores. */
  store(): Promise<void>;
  /** This process stores from now on, what another had not stored yet included; after the tape's `lead`. */
  lead(): Promise<void>;
  /** Another process stores. */
  follow(): Promise<void>;
  /** Stops listening and stores what changed. */
  stop(): Promise<void>;
};
