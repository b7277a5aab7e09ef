/** The newest tick of products. The tape alone writes these rows. */
import type { Kysely, Selectable } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type QuoteRow = Selectable<Database['quote']>;

/** Newest ticks by product id; a product that never had one is missing. */
export async function quotesOf(reader: Kysely<Database>, productIds: readonly number[]): Promise<Map<number, QuoteRow>> {
  if (productIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('quote')
    .selectAll()
    .where('product_id', 'in', [...new Set(productIds)])
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

const selectAll = prepared<Record<string, never>, QuoteRow>((db) => db.selectFrom('quote').selectAll());

export const allQuotes = async (reader: Kysely<Database>): Promise<QuoteRow[]> => (await selectAll(reader, {})).rows;
