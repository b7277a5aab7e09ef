/** A product as trade_list shows it: its terms, its market's state and its quotation (specification S1 section 3). */
import { formatDecimal } from '#domain/decimal.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import type { Candles } from '../candles/candles.ts';
import type { Catalogue, Product } from '../catalogue/catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../site/settings.ts';

export type ProductParts = { readonly catalogue: Catalogue; readonly candles: Candles; readonly settings: Settings; readonly clock: Clock };

export function productRow(product: Product, lang: string, parts: ProductParts): ProductRow {
  const { catalogue, candles, settings, clock } = parts;
  const nowMs = clock.now();
  const quotation = candles.quotation(product.id);
  return {
    Id: product.id,
    Code: product.code,
    ShowCode: product.showCode,
    Name: catalogue.name(product, lang),
    Logo: product.logo,
    CategoryId: product.categoryId,
    MarketStatus: catalogue.statusAt(product, nowMs),
    OpensAt: catalogue.opensAt(product, nowMs),
    PricePrecision: product.pricePrecision,
    ForexQuotations: {
      Open: quotation.open,
      Close: quotation.close,
      Change: quotation.change,
      High: quotation.high,
      Low: quotation.low,
      Time: quotation.time,
      Confirmed: quotation.confirmedMs,
    },
    HasForexMultiple: product.multiples.map((row) => ({ Value: row.value, Default: row.default ? 1 : 0 })),
    ForexMinCont: formatDecimal(product.lotsMin),
    ForexMaxCont: formatDecimal(product.lotsMax),
    ForexContNum: formatDecimal(product.contractNumber),
    // The configured type decides what the number means, so each meaning has a number of its own (decision D9.01).
    ForexFeeRate: formatDecimal(settings.get('trade_fee_type') === '1' ? product.feePerLot : product.feeOfMargin),
    MarginMode: product.marginMode,
    Pip: formatDecimal(product.pip),
    QuoteRate: formatDecimal(product.quoteRate),
    Sort: product.sort,
  };
}
