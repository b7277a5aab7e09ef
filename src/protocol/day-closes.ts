/**
 * Closes for small charts as they look on the wire: of several products rows {Id, Closes} (decision D9.104), of one the rows
 * {Time, Close} of the specification. What is neither is left out: a line too few harms nobody.
 */
import { closesFromWire } from './candle-wire.ts';
import type { ClosesRow } from './rest/kline.ts';
import { asPrice, isObject } from './wire-value.ts';

/** Closes, oldest first, by product. */
export type DayCloses = ReadonlyMap<number, readonly number[]>;

export const dayClosesToWire = (closes: DayCloses): ClosesRow[] => [...closes].map(([Id, points]) => ({ Id, Closes: [...points] }));

/** `asked`: the products of the call; `most`: the newest so many of each are kept. */
export function dayClosesFromWire(data: unknown, asked: readonly number[], most: number): DayCloses {
  const found = new Map<number, readonly number[]>();
  for (const row of Array.isArray(data) ? data : []) {
    if (!isObject(row) || typeof row.Id !== 'number' || !Array.isArray(row.Closes)) continue;
    found.set(
      row.Id,
      row.Closes.map(asPrice)
        .filter((close) => close > 0)
        .slice(-most),
    );
  }
  const [only] = asked;
  if (found.size > 0 || only === undefined || asked.length > 1) return found;
  const closes = closesFromWire(data).slice(-most);
  return closes.length === 0 ? found : found.set(only, closes);
}
