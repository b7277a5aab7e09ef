/**
 * The catalogue in memory: products with their names and hours. Loaded at the start and again when the operator changed a row; a
 * product that no one could trade safely stops the start with one line that names it.
 */

import { formatDecimal, ONE, toNumber } from '#domain/decimal.ts';
import { financingTerms } from '#domain/financing.ts';
import { nextFinancing, nightsAt } from '#domain/financing-nights.ts';
import {
  CALENDARS,
  isCalendarName,
  isOpen,
  isOpenThrough,
  type MarketHours,
  marketStatus,
  nextOpening,
  tradingDayEndMs,
} from '#domain/market-hours.ts';
import type { Db } from '../database/database.ts';
import {
  allCategories,
  allProducts,
  categoryNames,
  type NameRow,
  type ProductRow,
  productNames,
} from '../repositories/product-repository.ts';
import type { Catalogue, Product } from './catalogue.ts';

/** In MarginMode 1 the leverage is the price itself; above this it would be absurd (decision D9.01). */
const FIXED_MARGIN_LEVERAGE_MAX = 500n;
const FALLBACK_LANG = 'en';

/** The catalogue as its owner sees it; everybody else takes `Catalogue`. */
export type ProductCatalogue = Catalogue & {
  /** The hours that a product keeps: its calendar, or those of its recording. */
  hoursOf(product: Product): MarketHours;
  /** A replayed product follows its recording (decision D9.12); every other time it is closed. */
  setRecordedHours(productId: number, hours: MarketHours): void;
  /** Reads the tables again. */
  reload(): Promise<void>;
};

type Snapshot = {
  readonly products: readonly Product[];
  readonly byId: ReadonlyMap<number, Product>;
  readonly byCode: ReadonlyMap<string, Product>;
  readonly productNames: ReadonlyMap<string, string>;
  readonly categoryIds: readonly number[];
  readonly categoryNames: ReadonlyMap<string, string>;
};

/** As the column `multiples` keeps it. */
type StoredLeverage = { readonly value: number; readonly default: boolean };

const nameKey = (id: number, lang: string): string => `${id}/${lang}`;
const nameMap = (rows: readonly NameRow[]) => new Map(rows.map((row) => [nameKey(row.id, row.lang), row.name]));

/** A row as the rest of the server sees it. Throws an error that names the product when it could not be traded safely. */
function productOf(row: ProductRow): Product {
  if (!isCalendarName(row.hours)) {
    throw new Error(`product ${row.code}: hours '${row.hours}' is not one of ${Object.keys(CALENDARS).join(', ')}`);
  }
  if (row.margin_mode === 1 && row.seed_price * row.quote_rate > FIXED_MARGIN_LEVERAGE_MAX * ONE * ONE) {
    const got = `${formatDecimal(row.seed_price)} x ${formatDecimal(row.quote_rate)}`;
    throw new Error(`product ${row.code}: MarginMode 1 takes price x QuoteRate of at most ${FIXED_MARGIN_LEVERAGE_MAX}, got ${got}`);
  }
  return {
    id: row.id,
    code: row.code,
    showCode: row.show_code,
    logo: row.logo,
    categoryId: row.category_id,
    pricePrecision: row.price_precision,
    lots: { pip: row.pip, min: row.lots_min, max: row.lots_max },
    contractNumber: row.contract_number,
    feePerLot: row.fee_per_lot,
    feeOfMargin: row.fee_of_margin,
    financing: financingTerms({ long: row.financing_long, short: row.financing_short, triple: row.financing_triple }),
    marginMode: row.margin_mode === 1 ? 1 : 0,
    quoteRate: row.quote_rate,
    leverages: (JSON.parse(row.multiples) as StoredLeverage[]).map((offer) => ({ value: offer.value, isDefault: offer.default })),
    hours: row.hours,
    forcedClosed: row.forced_closed === 1,
    seedPrice: row.seed_price,
    volatility: toNumber(row.volatility),
    sort: row.sort,
  };
}

async function load(db: Db): Promise<Snapshot> {
  const [rows, names, categories, categoryTexts] = await Promise.all([
    allProducts(db.kysely),
    productNames(db.kysely),
    allCategories(db.kysely),
    categoryNames(db.kysely),
  ]);
  const products = rows.map(productOf);
  return {
    products,
    byId: new Map(products.map((product) => [product.id, product])),
    byCode: new Map(products.map((product) => [product.code, product])),
    productNames: nameMap(names),
    categoryIds: categories.map(({ id }) => id),
    categoryNames: nameMap(categoryTexts),
  };
}

/** Loads the catalogue. Rejects with one clear line when a product is not safe to trade. */
export async function createCatalogue(db: Db): Promise<ProductCatalogue> {
  let now = await load(db);
  const recorded = new Map<number, MarketHours>();
  const nameOfCalendar = ({ hours }: Product) => (isCalendarName(hours) ? hours : 'around-the-clock');
  const hoursOf = (product: Product): MarketHours => recorded.get(product.id) ?? CALENDARS[nameOfCalendar(product)];
  // Looking for an opening walks two weeks of sessions, and a closed product is asked for with every batch of quotes.
  const openings = new Map<number, { readonly askedMs: number; readonly opensAtMs: number }>();
  const opensAt = (product: Product, timeMs: number): number => {
    const hours = hoursOf(product);
    if (product.forcedClosed || isOpen(hours, timeMs)) return 0;
    const known = openings.get(product.id);
    if (known && timeMs >= known.askedMs && timeMs < known.opensAtMs) return known.opensAtMs;
    const opensAtMs = nextOpening(hours, timeMs);
    openings.set(product.id, { askedMs: timeMs, opensAtMs });
    return opensAtMs;
  };
  const nameOf = (names: ReadonlyMap<string, string>, id: number, lang: string) =>
    names.get(nameKey(id, lang)) ?? names.get(nameKey(id, FALLBACK_LANG));
  return {
    products: () => now.products,
    byId: (id) => now.byId.get(id),
    byCode: (code) => now.byCode.get(code),
    name: (product, lang) => nameOf(now.productNames, product.id, lang) ?? product.showCode,
    categories: (lang) => now.categoryIds.map((id) => ({ id, name: nameOf(now.categoryNames, id, lang) ?? String(id) })),
    statusAt: (product, timeMs) => (product.forcedClosed ? 'closed' : marketStatus(hoursOf(product), timeMs)),
    calendarOf(productId) {
      const product = now.byId.get(productId);
      return product === undefined || recorded.has(productId) ? 'recorded' : nameOfCalendar(product);
    },
    isOpenThrough: (product, fromMs, toMs) => isOpenThrough(hoursOf(product), fromMs, toMs),
    opensAt,
    dayEndAt: (product, timeMs) => tradingDayEndMs(hoursOf(product), timeMs),
    financingAt: (product, timeMs) => nextFinancing(hoursOf(product), timeMs),
    nightsAt: (product, timeMs, tripleOn) => nightsAt(hoursOf(product), timeMs, tripleOn),
    hoursOf,
    setRecordedHours: (productId, hours) => {
      recorded.set(productId, hours);
      openings.delete(productId);
    },
    reload: async () => {
      now = await load(db);
    },
  };
}
