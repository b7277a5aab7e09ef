/** A product as trade_list shows it: its terms, its market's state and its quotation (specification S1 section 3). */
import { formatDecimal } from '#domain/decimal.ts';
import { hasFinancing } from '#domain/financing.ts';
import type { Language } from '#domain/languages.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../site/settings.ts';

export type ProductParts = { readonly catalogue: Catalogue; readonly candles: Candles; readonly settings: Settings; readonly clock: Clock };

/** What changes only with a new version of the product. */
type Terms = Omit<ProductRow, 'MarketStatus' | 'OpensAt' | 'ForexQuotations' | 'Financing' | 'ForexFeeRate'>;

/**
 * Makes rows. Terms are written once for each version of a product and language, since a list of all products would else spend its time on
 * them: the catalogue makes a new object of a product whenever it may have changed.
 */
export function createProductRows({ catalogue, candles, settings, clock }: ProductParts): (product: Product, lang: Language) => ProductRow {
  const known = new WeakMap<Product, Map<Language, Terms>>();
  const termsIn = (product: Product, lang: Language): Terms => {
    const byLanguage = known.get(product) ?? new Map<Language, Terms>();
    const terms = byLanguage.get(lang) ?? termsOf(product, catalogue.name(product, lang));
    known.set(product, byLanguage.set(lang, terms));
    return terms;
  };
  return (product, lang) => {
    const quotation = candles.quotation(product.id);
    return {
      ...termsIn(product, lang),
      MarketStatus: quotation.status,
      OpensAt: quotation.opens_at ?? 0,
      ForexQuotations: {
        Open: quotation.open,
        Close: quotation.close,
        Change: quotation.change,
        High: quotation.high,
        Low: quotation.low,
        Time: quotation.time,
        Confirmed: quotation.confirmedMs,
      },
      ...financingRow(product, catalogue, clock.now()),
      // The configured type decides what the number means, so each meaning has a number of its own (decision D9.01).
      ForexFeeRate: formatDecimal(settings.get('trade_fee_type') === '1' ? product.feePerLot : product.feeOfMargin),
    };
  };
}

/** What a night brings, where it moves money. */
function financingRow(product: Product, catalogue: Catalogue, nowMs: number): Pick<ProductRow, 'Financing'> {
  const { financing } = product;
  if (!hasFinancing(financing)) return {};
  const nextMs = catalogue.financingAt(product, nowMs);
  return {
    Financing: {
      Long: formatDecimal(financing.long),
      Short: formatDecimal(financing.short),
      TripleOn: financing.tripleOn ?? -1,
      NextAt: nextMs,
      Nights: catalogue.nightsAt(product, nextMs, financing.tripleOn),
    },
  };
}

const termsOf = (product: Product, name: string): Terms => ({
  Id: product.id,
  Code: product.code,
  ShowCode: product.showCode,
  Name: name,
  Logo: product.logo,
  CategoryId: product.categoryId,
  PricePrecision: product.pricePrecision,
  HasForexMultiple: product.multiples.map((row) => ({ Value: row.value, Default: row.default ? 1 : 0 })),
  ForexMinCont: formatDecimal(product.lotsMin),
  ForexMaxCont: formatDecimal(product.lotsMax),
  ForexContNum: formatDecimal(product.contractNumber),
  MarginMode: product.marginMode,
  Pip: formatDecimal(product.pip),
  QuoteRate: formatDecimal(product.quoteRate),
  Sort: product.sort,
});
