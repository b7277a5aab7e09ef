/**
 * Closes for small charts as they look on the wire: of several products rows {Id, Closes} (decision D9.104), with Open where they are those
 * of a day (decision D9.181); of one the rows {Time, Close} of the specification. What is neither is left out: a line too few harms nobody.
 */
import { closesFromWire } from './candle-wire.ts';
import type { ClosesRow } from './rest/kline.ts';
import { asPrice, isObject } from './wire-value.ts';

/** `open`: what the day opened at, all of whose closes these are; `undefined`: they are those of the last hours of trade. Oldest first. */
export type DayLine = { readonly open: number | undefined; readonly closes: readonly number[] };
export type DayCloses = ReadonlyMap<number, DayLine>;

export const dayClosesToWire = (lines: DayCloses): ClosesRow[] =>
  [...lines].map(([Id, { open, closes }]) => ({ Id, Closes: [...closes], ...(open === undefined ? {} : { Open: open }) }));

/** `asked`: the products of the call; `most`: the newest so many of each are kept. */
export function dayClosesFromWire(data: unknown, asked: readonly number[], most: number): DayCloses {
  const found = new Map<number, DayLine>();
  for (const row of Array.isArray(data) ? data : []) {
    if (!isObject(row) || typeof row.Id !== 'number' || !Array.isArray(row.Closes)) continue;
    const closes = row.Closes.map(asPrice).filter((close) => close > 0);
    const open = asPrice(row.Open);
    found.set(row.Id, { open: open > 0 ? open : undefined, closes: closes.slice(-most) });
  }
  const [only] = asked;
  if (found.size > 0 || only === undefined || asked.length > 1) return found;
  const closes = closesFromWire(data).slice(-most);
  return closes.length === 0 ? found : found.set(only, { open: undefined, closes });
}
