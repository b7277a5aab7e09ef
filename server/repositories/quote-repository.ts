/** The newest tick of products, as a fill reads it inside its transaction. The tape alone writes these rows. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { AccountType, Database } from '../database/schema.ts';

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

type Concern = { productId: number; userId: number; type: AccountType };
const selectConcerned = prepared<Concern, QuoteRow & { newest: number }>((db, arg) =>
  db
    .selectFrom('quote')
    .selectAll()
    .select(sql<number>`(select max(case when q.alive_seq > q.seq then q.alive_seq else q.seq end) from quote q)`.as('newest'))
    .where((eb) =>
      eb.or([
        eb('product_id', '=', arg('productId')),
        eb(
          'product_id',
          'in',
          eb
            .selectFrom('trade_order')
            .select('trade_order.product_id')
            .where('user_id', '=', arg('userId'))
            .where('account_type', '=', arg('type'))
            .where('status', '=', 1),
        ),
      ]),
    ),
);

/** Newest ticks of a product and of all that an account holds, and the newest sequence number of the whole tape, as one picture. */
export async function quotesForOrder(reader: Kysely<Database>, concern: Concern): Promise<{ quotes: QuoteRow[]; newestSeq: number }> {
  const { rows } = await selectConcerned(reader, concern);
  return { quotes: rows, newestSeq: rows[0]?.newest ?? 0 };
}
