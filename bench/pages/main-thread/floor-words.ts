/** What the floor page and its bare worker say to each other. */
import type { ProductRow } from '../../../src/protocol/rest/forex.ts';
import type { CandleRow } from '../../../src/protocol/rest/kline.ts';

/** A bar as the floor page draws it: time, open, high, low, close, volume. */
export type FloorBar = readonly [number, number, number, number, number, number];

/** Ready texts of one row that changed. */
export type FloorRow = {
  readonly at: number;
  readonly price: string;
  readonly change: string;
  readonly tone: '' | 'up' | 'down';
  readonly flash: '' | 'up' | 'down';
  /** When its tick was sent. */
  readonly timeMs: number;
};

export type FloorNews =
  | { readonly kind: 'start'; readonly products: readonly ProductRow[]; readonly bars: readonly CandleRow[] }
  | { readonly kind: 'rows'; readonly rows: readonly FloorRow[]; readonly bar: FloorBar | undefined }
  | { readonly kind: 'ticks'; readonly ticks: number };

export type FloorAsk =
  | { readonly kind: 'start'; readonly origin: string; readonly paceMs: number }
  | { readonly kind: 'pace'; readonly paceMs: number }
  | { readonly kind: 'stats' };
