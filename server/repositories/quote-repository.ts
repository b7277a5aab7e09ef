/** The newest tick of products. The tape alone writes these rows. */
import type { Kysely, Selectable } from 'kysely';
import { prepared } from '../database/prepared.ts';
import type { Database } from '../database/schema.ts';

export type QuoteRow = Selectable<Database['quote']>;

const selectAll = prepared<Record<string, never>, QuoteRow>((db) => db.selectFrom('quote').selectAll());

export const allQuotes = async (reader: Kysely<Database>): Promise<QuoteRow[]> => (await selectAll(reader, {})).rows;
