/** The newest tick of products. The tape alone writes these rows. */
import type { Kysely, Selectable } from 'kysely';
import type { Price } from '#domain/decimal.ts';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type QuoteRow = Selectable<Database['quote']>;

const selectAll = prepared<Record<string, never>, QuoteRow>((db) => db.selectFrom('quote').selectAll());

export const allQuotes = async (reader: Kysely<Database>): Promise<QuoteRow[]> => (await selectAll(reader, {})).rows;

const selectPrice = prepared<{ productId: number }, Pick<QuoteRow, 'price'>>((db, arg) =>
  db.selectFrom('quote').select('price').where('product_id', '=', arg('productId')).where('seq', '>', 0),
);

/** Price of a product's newest committed tick, however old; undefined where it never had one. */
export const newestPrice = async (reader: Kysely<Database>, productId: number): Promise<Price | undefined> =>
  (await selectPrice(reader, { productId })).rows[0]?.price;
