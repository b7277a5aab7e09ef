/** One bar as values, for the edges of the candle aggregator: what REST, the socket and the database hand in and get out. */

import { type Cell, CLOSE, CLOSE_MS, CLOSE_N, HIGH, LOW, OPEN, OPEN_MS, OPEN_N, TIME, VOLUME } from './bar-cell.ts';
import type { BarTable } from './bar-table.ts';

/** Prices are float64 whose shortest form is the exact decimal; volume counts 10^-8 units. */
export type CandleBar = {
  /** Start of the bucket, unix ms. */
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeUnits: number;
  /** Sequence of the last tick in it, where the source tells (ext KLINE push). */
  readonly n?: number | undefined;
};

/** A bar with the (time, n) of its open and of its close tick: what a database keeps, so that late ticks still find their place. */
export type KeyedBar = CandleBar & { readonly openMs: number; readonly openN: number; readonly closeMs: number; readonly closeN: number };

/** Bars in columns of their own, ready to be transferred. `volume` is a quantity, not units. */
export type CandleColumns = {
  time: Float64Array<ArrayBuffer>;
  open: Float64Array<ArrayBuffer>;
  high: Float64Array<ArrayBuffer>;
  low: Float64Array<ArrayBuffer>;
  close: Float64Array<ArrayBuffer>;
  volume: Float64Array<ArrayBuffer>;
};

const UNITS_PER_ONE = 100_000_000;

/** A wire quantity as a count of 10^-8 units: 1.00229159 -> 100229159. */
export const toVolumeUnits = (volume: number): number => Math.round(volume * UNITS_PER_ONE);

/** The quantity of a count of 10^-8 units; its shortest form is the exact decimal up to 2^53 units. */
export const fromVolumeUnits = (units: number): number => units / UNITS_PER_ONE;

/** A row of a table as values. `n` is absent where the close came without one. */
export function barOf(table: BarTable, row: number): KeyedBar {
  const at = (cell: Cell) => table.get(row, cell);
  return {
    timeMs: at(TIME),
    open: at(OPEN),
    high: at(HIGH),
    low: at(LOW),
    close: at(CLOSE),
    volumeUnits: at(VOLUME),
    n: Number.isFinite(at(CLOSE_N)) ? at(CLOSE_N) : undefined,
    openMs: at(OPEN_MS),
    openN: at(OPEN_N),
    closeMs: at(CLOSE_MS),
    closeN: at(CLOSE_N),
  };
}

/** Rows from `from` up to and without `to` as columns. */
export function columnsOf(table: BarTable, from: number, to: number): CandleColumns {
  const column = (cell: Cell) => table.column(cell, from, to);
  return {
    time: column(TIME),
    open: column(OPEN),
    high: column(HIGH),
    low: column(LOW),
    close: column(CLOSE),
    volume: column(VOLUME).map(fromVolumeUnits),
  };
}
