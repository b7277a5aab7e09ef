/**
 * The 42 products of decision D9.01 and their categories, from `server/seed/`. Written once per version of the seed; running it
 * again changes nothing, so what the operator set since then stays.
 */
import type { Insertable } from 'kysely';
import { decimal } from '#domain/decimal.ts';
import type { Db } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { readFact, writeFact } from '../repositories/fact-repository.ts';
import {
  type NameRow,
  upsertCategories,
  upsertCategoryNames,
  upsertProductNames,
  upsertProducts,
} from '../repositories/product-repository.ts';
import categories from '../seed/categories.json' with { type: 'json' };
import products from '../seed/products.json' with { type: 'json' };

/** Raised whenever the seed files change, so that databases made before are renewed. */
const SEED_VERSION = '1';
const SEED_FACT = 'seed.catalogue';
const PIP = '0.01';
const LOTS_MIN = '0.1';
const LOTS_MAX = '50';

type Names = Readonly<Record<string, string>>;
const nameRows = (rows: readonly { id: number; name: Names }[]): NameRow[] =>
  rows.flatMap(({ id, name }) => Object.entries(name).map(([lang, text]) => ({ id, lang, name: text })));

function productRow(product: (typeof products)[number]): Insertable<Database['product']> {
  const category = categories.find((entry) => entry.key === product.category);
  if (!category) throw new Error(`seed product ${product.code}: no category '${product.category}'`);
  return {
    id: product.id,
    code: product.code,
    show_code: product.showCode,
    logo: product.logo,
    category_id: category.id,
    price_precision: product.pricePrecision,
    pip: decimal(PIP),
    lots_min: decimal(LOTS_MIN),
    lots_max: decimal(LOTS_MAX),
    contract_number: decimal(product.contractNumber),
    fee_per_lot: decimal(product.feePerLot),
    fee_of_margin: decimal(product.feeOfMargin),
    margin_mode: product.marginMode,
    quote_rate: decimal(product.quoteRate),
    multiples: JSON.stringify(product.multiples.map((entry) => ({ value: entry.value, default: 'default' in entry }))),
    hours: product.hours,
    forced_closed: product.forcedClosed ? 1 : 0,
    seed_price: decimal(product.seedPrice),
    volatility: decimal(product.volatility),
    sort: product.sort,
  };
}

/** Writes the seed unless this version of it is already there. */
export async function seedCatalogue(db: Db): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await readFact(trx, SEED_FACT)) === SEED_VERSION) return;
    await upsertCategories(
      trx,
      categories.map(({ id, sort }) => ({ id, sort })),
    );
    await upsertCategoryNames(trx, nameRows(categories));
    await upsertProducts(trx, products.map(productRow));
    await upsertProductNames(trx, nameRows(products));
    await writeFact(trx, SEED_FACT, SEED_VERSION);
  });
}
