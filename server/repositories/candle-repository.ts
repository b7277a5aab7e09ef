/** Bars in the table `candle`: newest bars with their keys out, changed bars in. Prices are decimals there and doubles in the aggregator. */

import type { Insertable, Kysely, Selectable } from 'kysely';
import type { KeyedBar } from '#domain/candle-bar.ts';
import { decimal } from '#domain/decimal.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type StoredBar = { readonly productId: number; readonly period: number; readonly bar: KeyedBar };

/** Rows of one statement. */
const ROWS_PER_STATEMENT = 50;
const UNITS_PER_ONE = 100_000_000;

/** Nearest double of a price: one division of two exact doubles, so its shortest form is the decimal itself. */
export const priceNumber = (units: bigint): number => Number(units) / UNITS_PER_ONE;
/** The decimal that a double of `priceNumber` stands for. */
export const priceUnits = (value: number): bigint => (value < 1e7 ? BigInt(Math.round(value * UNITS_PER_ONE)) : decimal(value.toFixed(8)));

function rowOf({ productId, period, bar }: StoredBar): Insertable<Database['candle']> {
  return {
    product_id: productId,
    period,
    time_ms: bar.timeMs,
    open: priceUnits(bar.open),
    high: priceUnits(bar.high),
    low: priceUnits(bar.low),
    close: priceUnits(bar.close),
    volume: BigInt(bar.volumeUnits),
    open_ms: bar.openMs,
    open_seq: bar.openN,
    close_ms: bar.closeMs,
    close_seq: bar.closeN,
  };
}

const barOf = (row: Selectable<Database['candle']>): KeyedBar => ({
  timeMs: row.time_ms,
  open: priceNumber(row.open),
  high: priceNumber(row.high),
  low: priceNumber(row.low),
  close: priceNumber(row.close),
  volumeUnits: Number(row.volume),
  n: row.close_seq,
  openMs: row.open_ms,
  openN: row.open_seq,
  closeMs: row.close_ms,
  closeN: row.close_seq,
});

type Before = { productId: number; period: number; endMs: number; limit: number };

/** A start asks for every product and period. */
const newestBefore = prepared<Before, Selectable<Database['candle']>>((db, arg) =>
  db
    .selectFrom('candle')
    .selectAll()
    .where('product_id', '=', arg('productId'))
    .where('period', '=', arg('period'))
    .where('time_ms', '<', arg('endMs'))
    .orderBy('time_ms', 'desc')
    .limit(arg('limit')),
);

/** The newest `limit` bars that start before a time, ascending. */
export async function barsBefore(db: Kysely<Database>, query: Before): Promise<KeyedBar[]> {
  const { rows } = await newestBefore(db, query);
  return rows.map(barOf).reverse();
}

/** The oldest `limit` bars that start at or after a time, ascending. */
export async function barsFrom(
  db: Kysely<Database>,
  query: { productId: number; period: number; fromMs: number; limit: number },
): Promise<KeyedBar[]> {
  const rows = await db
    .selectFrom('candle')
    .selectAll()
    .where('product_id', '=', query.productId)
    .where('period', '=', query.period)
    .where('time_ms', '>=', query.fromMs)
    .orderBy('time_ms')
    .limit(query.limit)
    .execute();
  return rows.map(barOf);
}

/** Writes changed bars over what is there. */
export async function upsertBars(db: Kysely<Database>, bars: readonly StoredBar[]): Promise<void> {
  for (let from = 0; from < bars.length; from += ROWS_PER_STATEMENT) {
    await db
      .insertInto('candle')
      .values(bars.slice(from, from + ROWS_PER_STATEMENT).map(rowOf))
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'period', 'time_ms']).doUpdateSet((set) => ({
          open: set.ref('excluded.open'),
          high: set.ref('excluded.high'),
          low: set.ref('excluded.low'),
          close: set.ref('excluded.close'),
          volume: set.ref('excluded.volume'),
          open_ms: set.ref('excluded.open_ms'),
          open_seq: set.ref('excluded.open_seq'),
          close_ms: set.ref('excluded.close_ms'),
          close_seq: set.ref('excluded.close_seq'),
        })),
      )
      .execute();
  }
}
