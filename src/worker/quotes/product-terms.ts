/** Products as the engine keeps them: rows of the trade list made whole, and their terms as exact decimals. */
import type { ContractTerms } from '#domain/contract.ts';
import { decimalFromWire, type Lots, ONE, type Ratio } from '#domain/decimal.ts';
import type { LotsRules } from '#domain/lots.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { asId, asNumber, asText, isObject, type WireObject } from '#protocol/wire-value.ts';

/** Products that are kept; a longer list is cut. */
const PRODUCTS_MAX = 5_000;
const TEXT_MAX = 200;
const PRECISION_MAX = 8;

export type ProductTerms = ContractTerms & {
  readonly lots: LotsRules;
  readonly feeRate: Ratio;
  readonly leverages: readonly number[];
  readonly pricePrecision: number;
};

const decimalText = (value: unknown, otherwise: string): string => {
  const read = decimalFromWire(value);
  return read === undefined ? otherwise : String(value);
};
const numberOr = (value: unknown, otherwise: number): number => {
  const read = asNumber(value);
  return Number.isNaN(read) ? otherwise : read;
};

const wholeFinancing = (row: WireObject): NonNullable<ProductRow['Financing']> => ({
  Long: decimalText(row.Long, '0'),
  Short: decimalText(row.Short, '0'),
  TripleOn: numberOr(row.TripleOn, -1),
  NextAt: numberOr(row.NextAt, 0),
  Nights: numberOr(row.Nights, 1),
});

/** A row with every field our page reads: numbers as numbers, decimals as text, additive fields filled in where a back end lacks them. */
function wholeProduct(row: unknown): ProductRow | undefined {
  if (!isObject(row)) return undefined;
  const id = asId(row.Id);
  const code = asText(row.Code, TEXT_MAX);
  if (!(id > 0) || !code) return undefined;
  const quotation: WireObject = isObject(row.ForexQuotations) ? row.ForexQuotations : {};
  const multiples = Array.isArray(row.HasForexMultiple) ? row.HasForexMultiple : [];
  return {
    Id: id,
    Code: code,
    ShowCode: asText(row.ShowCode, TEXT_MAX) || code,
    Name: asText(row.Name, TEXT_MAX),
    Logo: asText(row.Logo, TEXT_MAX * 5),
    CategoryId: numberOr(row.CategoryId, 0),
    MarketStatus: numberOr(row.MarketStatus, 1),
    OpensAt: numberOr(row.OpensAt, 0),
    PricePrecision: Math.min(PRECISION_MAX, Math.max(0, Math.trunc(numberOr(row.PricePrecision, 2)))),
    ForexQuotations: {
      Open: numberOr(quotation.Open, 0),
      Close: numberOr(quotation.Close, 0),
      Change: numberOr(quotation.Change, 0),
      High: numberOr(quotation.High, 0),
      Low: numberOr(quotation.Low, 0),
      Time: numberOr(quotation.Time, 0),
      Confirmed: numberOr(quotation.Confirmed, 0),
    },
    HasForexMultiple: multiples.flatMap((entry) => {
      const value = isObject(entry) ? asId(entry.Value) : Number.NaN;
      return value > 0 ? [{ Value: value, Default: isObject(entry) && Number(entry.Default) === 1 ? (1 as const) : (0 as const) }] : [];
    }),
    ...(isObject(row.Financing) && { Financing: wholeFinancing(row.Financing) }),
    ForexMinCont: decimalText(row.ForexMinCont, '0'),
    ForexMaxCont: decimalText(row.ForexMaxCont, '9999999999'),
    ForexContNum: decimalText(row.ForexContNum, '1'),
    ForexFeeRate: decimalText(row.ForexFeeRate, '0'),
    MarginMode: numberOr(row.MarginMode, 0),
    Pip: decimalText(row.Pip, '0.01'),
    QuoteRate: decimalText(row.QuoteRate, '1'),
    Sort: numberOr(row.Sort, 0),
  };
}

/** The rows of a trade list that can be read, each code once. */
export function wholeProducts(rows: unknown): ProductRow[] {
  if (!Array.isArray(rows)) return [];
  const byCode = new Map<string, ProductRow>();
  for (const row of rows.slice(0, PRODUCTS_MAX)) {
    const product = wholeProduct(row);
    if (product) byCode.set(product.Code, product);
  }
  return [...byCode.values()];
}

/** Exact terms of a whole row. */
export function productTerms(row: ProductRow): ProductTerms {
  const read = <T extends bigint>(text: string, otherwise: bigint): T => (decimalFromWire<T>(text) ?? otherwise) as T;
  return {
    contractNumber: read<Ratio>(row.ForexContNum, ONE),
    marginMode: row.MarginMode === 1 ? 1 : 0,
    quoteRate: read<Ratio>(row.QuoteRate, ONE),
    lots: { pip: read<Lots>(row.Pip, 0n), min: read<Lots>(row.ForexMinCont, 0n), max: read<Lots>(row.ForexMaxCont, 0n) },
    feeRate: read<Ratio>(row.ForexFeeRate, 0n),
    leverages: row.HasForexMultiple.map((multiple) => multiple.Value),
    pricePrecision: row.PricePrecision,
  };
}
