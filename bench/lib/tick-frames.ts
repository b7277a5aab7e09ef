/** The same ticks as frames of the socket: text with one tick and with many, and binary rows; and what an oracle makes of them. */

import { type PackedRow, packBatch, packRow } from '../../server/socket/quote-packer.ts';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import type { SymbolEntry } from '../../src/protocol/quote-row.ts';
import type { QuotationRow } from '../../src/protocol/socket.ts';
import { type PlainBar, takePlain } from './plain-candles.ts';
import { StandInMarket } from './stand-in-market.ts';

const START_MS = Date.UTC(2026, 1, 1, 23, 58, 30);
/** Of 20 products: ten ticks a second and product, the load of the goals. */
const STEP_MS = 5;
export const TICKS_PER_FRAME = 50;
/** Decimals of the market's prices. */
const DECIMALS = 5;

export type TickFrames = {
  readonly codes: readonly string[];
  readonly ticks: number;
  readonly single: readonly string[];
  readonly many: readonly string[];
  readonly binary: readonly ArrayBuffer[];
  readonly table: readonly SymbolEntry[];
};

/** Text as a socket gives it: one stretch of bytes, not a chain of parts. */
const flat = (text: string): string => Buffer.from(text).toString('latin1');

export function tickFrames(products: number, ticks: number): TickFrames {
  const market = new StandInMarket(products, 7);
  const single: string[] = [];
  const rows: PackedRow[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    const timeMs = START_MS + tick * STEP_MS;
    const index = market.tick(timeMs);
    single.push(flat(market.message(index)));
    const close = market.price(index);
    const row = { symbol: market.codes[index] as string, close, hi: close, lo: close, v: 0, n: tick + 1, t: timeMs };
    rows.push({ timeMs, n: tick + 1, bytes: packRow(row, index, DECIMALS) as Uint8Array });
  }
  const chunks = Array.from({ length: Math.ceil(ticks / TICKS_PER_FRAME) }, (_, chunk) => chunk * TICKS_PER_FRAME);
  return {
    codes: market.codes,
    ticks,
    single,
    many: chunks.map((from) => flat(`[${single.slice(from, from + TICKS_PER_FRAME).join(',')}]`)),
    binary: chunks.map((from, seq) => new Uint8Array(packBatch(seq, rows.slice(from, from + TICKS_PER_FRAME))).buffer),
    table: market.codes.map((code) => [code, DECIMALS]),
  };
}

export type Tick = { symbol: string; quotation: QuotationRow };

/** Bars of the seven periods by product, made of plain objects from what `JSON.parse` gives. */
export function oracleBars({ codes, single }: TickFrames): PlainBar[][][] {
  const all = codes.map(() => SPECIFIED_PERIODS.map((): PlainBar[] => []));
  const indexes = new Map(codes.map((code, index) => [code, index]));
  for (const frame of single) {
    const { symbol, quotation } = JSON.parse(frame) as Tick;
    takePlain(all[indexes.get(symbol) as number] as PlainBar[][], quotation.time, quotation.close, 0);
  }
  return all;
}
