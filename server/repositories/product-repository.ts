/** Products, categories and their names in the tables. Rows go in and out as they are; `product-catalogue.ts` gives them meaning. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';

export type ProductRow = Selectable<Database['product']>;
type CategoryRow = Selectable<Database['category']>;
export type NameRow = { readonly id: number; readonly lang: string; readonly name: string };

/** All products in their order of show. */
export const allProducts = (db: Kysely<Database>): Promise<ProductRow[]> =>
  db.selectFrom('product').selectAll().orderBy('sort').orderBy('id').execute();

/** All categories in their order of show. */
export const allCategories = (db: Kysely<Database>): Promise<CategoryRow[]> =>
  db.selectFrom('category').selectAll().orderBy('sort').orderBy('id').execute();

/** Names of products in every language there is. */
export const productNames = (db: Kysely<Database>): Promise<NameRow[]> =>
  db.selectFrom('product_text').select(['product_id as id', 'lang', 'name']).execute();

/** Names of categories in every language there is. */
export const categoryNames = (db: Kysely<Database>): Promise<NameRow[]> =>
  db.selectFrom('category_text').select(['category_id as id', 'lang', 'name']).execute();

/** Inserts or renews products; what the operator decided (`forced_closed`) stays as it is on rows that exist. */
export async function upsertProducts(db: Kysely<Database>, rows: readonly Insertable<Database['product']>[]): Promise<void> {
  for (const row of rows) {
    const { id: _id, forced_closed: _forced, ...renewed } = row;
    await db
      .insertInto('product')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(renewed))
      .execute();
  }
}

/** Closes a product by the operator's will, or lets it trade by its hours again. */
export async function setForcedClosed(db: Kysely<Database>, id: number, isClosed: boolean): Promise<void> {
  await db
    .updateTable('product')
    .set({ forced_closed: isClosed ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Sets the rates of a night and its triple weekday; -1 for none. */
export async function setFinancing(
  db: Kysely<Database>,
  id: number,
  stored: { long: bigint; short: bigint; triple: number },
): Promise<void> {
  await db
    .updateTable('product')
    .set({ financing_long: stored.long, financing_short: stored.short, financing_triple: stored.triple })
    .where('id', '=', id)
    .execute();
}

/** Inserts or renews categories. */
export async function upsertCategories(db: Kysely<Database>, rows: readonly CategoryRow[]): Promise<void> {
  for (const row of rows) {
    await db
      .insertInto('category')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ sort: row.sort }))
      .execute();
  }
}

/** Inserts or renews names of products. */
export async function upsertProductNames(db: Kysely<Database>, rows: readonly NameRow[]): Promise<void> {
  for (const { id, lang, name } of rows) {
    await db
      .insertInto('product_text')
      .values({ product_id: id, lang, name })
      .onConflict((conflict) => conflict.columns(['product_id', 'lang']).doUpdateSet({ name }))
      .execute();
  }
}

/** Inserts or renews names of categories. */
export async function upsertCategoryNames(db: Kysely<Database>, rows: readonly NameRow[]): Promise<void> {
  for (const { id, lang, name } of rows) {
    await db
      .insertInto('category_text')
      .values({ category_id: id, lang, name })
      .onConflict((conflict) => conflict.columns(['category_id', 'lang']).doUpdateSet({ name }))
      .execute();
  }
}
