/** The newest tick of products, as a fill reads it inside its transaction. The tape alone writes these rows. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';

export type QuoteRow = Selectable<Database['quote']>;

/** Newest ticks by product id; a product that never had one is missing. */
export async function quotesOf(sql: Kysely<Database>, productIds: readonly number[]): Promise<Map<number, QuoteRow>> {
  if (productIds.length === 0) return new Map();
  const rows = await sql
    .selectFrom('quote')
    .selectAll()
    .where('product_id', 'in', [...new Set(productIds)])
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

export const allQuotes = (sql: Kysely<Database>): Promise<QuoteRow[]> => sql.selectFrom('quote').selectAll().execute();
