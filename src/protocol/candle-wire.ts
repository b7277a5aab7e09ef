/**
 * How bars look on the wire (specification S1 sections 3 and 7): what the server writes, and the closes of a small chart. Bars of an open
 * chart are read by `parse-socket.ts`, pushes and history alike.
 */
import type { Period } from '#domain/period-table.ts';
import type { CandleRow, ShortCandleRow } from './rest/kline.ts';
import type { KlinePush } from './socket.ts';
import { asPrice, isObject } from './wire-value.ts';

/** Prices as numbers whose shortest form is the exact decimal; `volume` is a quantity. */
type Bar = { readonly [K in 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume']: number };

export const candleToWire = (bar: Bar, period: Period): CandleRow => ({
  Time: bar.timeMs,
  Open: bar.open,
  High: bar.high,
  Low: bar.low,
  Close: bar.close,
  Volume: bar.volume,
  Period: period,
});

/** The push of base; ext adds its sequences behind it. */
export const klinePushToWire = (symbol: string, period: Period, bar: Bar): KlinePush => ({
  type: 'KLINE',
  symbol,
  Period: period,
  Time: bar.timeMs,
  Open: bar.open,
  High: bar.high,
  Low: bar.low,
  Close: bar.close,
  Volume: bar.volume,
});

export const shortCandleToWire = ({ timeMs, close }: Pick<Bar, 'timeMs' | 'close'>): ShortCandleRow => ({ Time: timeMs, Close: close });

/** The closes of a short reply, oldest first; what is no price is left out. */
export const closesFromWire = (rows: unknown): number[] =>
  (Array.isArray(rows) ? rows : []).map((row) => asPrice(isObject(row) ? row.Close : undefined)).filter((close) => close > 0);
