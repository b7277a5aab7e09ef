/** A product as trade_list shows it: its terms, its market's state and its quotation (specification S1 section 3). */
import type { Ratio } from '#domain/decimal.ts';
import { type FinancingTerms, hasFinancing } from '#domain/financing.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import type { NextNight } from '#domain/product.ts';
import { momentToWire, type TermsRow, termsToWire } from '#protocol/product-wire.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../site/settings.ts';
import { type KeptJson, KeptJsons } from './kept-json.ts';

const FEE_TYPE = 'trade_fee_type';

export type ProductParts = { readonly catalogue: Catalogue; readonly candles: Candles; readonly settings: Settings; readonly clock: Clock };

/**
 * Makes rows. Terms are written once for each version of a product and language, since a list of all products would else spend its time on
 * them: the catalogue makes a new object of a product whenever it may have changed.
 */
export function createProductRows({ catalogue, candles, settings, clock }: ProductParts): (product: Product, lang: Language) => ProductRow {
  const known = new WeakMap<Product, Map<Language, TermsRow>>();
  const termsIn = (product: Product, lang: Language): TermsRow => {
    const byLanguage = known.get(product) ?? new Map<Language, TermsRow>();
    const terms = byLanguage.get(lang) ?? termsToWire(product, { name: catalogue.name(product, lang), sort: product.sort });
    known.set(product, byLanguage.set(lang, terms));
    return terms;
  };
  return (product, lang) => {
    const { marketStatus, opensAtMs, ...quotation } = candles.quotation(product.id);
    // The configured type decides what the number means, so each meaning has a number of its own (decision D9.01).
    const feeRate = (settings.get(FEE_TYPE) === '1' ? product.feePerLot : product.feeOfMargin) as Ratio;
    const financing = nextNight(product, catalogue, clock.now());
    return { ...termsIn(product, lang), ...momentToWire({ marketStatus, opensAtMs, quotation, financing, feeRate }) };
  };
}

/** The list is made anew in each of these spans of the market's time, so that what the time changes is seen by its whole seconds. */
const LIST_KEPT_MS = 250;

/**
 * The list of all products by language, written once for everybody who asks while no price, sign of life, product or setting has changed, a
 * quarter of a second at most.
 */
export function createProductList(parts: ProductParts): (lang: Language) => KeptJson {
  const { catalogue, candles, settings, clock } = parts;
  const productRow = createProductRows(parts);
  const kept = new KeptJsons(LANGUAGES.length);
  return (lang) => {
    const products = catalogue.products();
    const madeOf = [products, candles.quotationsAt, settings.get(FEE_TYPE), Math.floor(clock.now() / LIST_KEPT_MS)];
    return kept.get(lang, madeOf, () => products.map((product) => productRow(product, lang)));
  };
}

/** What the next night brings, where a night moves money. */
function nextNight(product: Product, catalogue: Catalogue, nowMs: number): (NextNight & FinancingTerms) | undefined {
  const { financing } = product;
  if (!hasFinancing(financing)) return undefined;
  const nextMs = catalogue.financingAt(product, nowMs);
  return { ...financing, nextMs, nights: catalogue.nightsAt(product, nextMs, financing.tripleOn) };
}
