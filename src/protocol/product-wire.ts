/**
 * The one place that knows how a product looks on the wire (specification S1 section 3), both ways. A row is made whole as it is read: what
 * another back end leaves out, or writes in a way that cannot be read, has the value that stands for nothing. Only a row without an id or a
 * code is no product.
 */
import { decimalFromWire, formatDecimal, ONE, type Ratio } from '#domain/decimal.ts';
import type { FinancingTerms } from '#domain/financing.ts';
import type { LeverageOffer, NextNight, Product, ProductTerms, Quotation } from '#domain/product.ts';
import { MARKET_STATUS, marketStatusFromWire } from './market-status.ts';
import type { ProductRow } from './rest/forex.ts';
import { asId, asNumber, asText, isObject, orElse, type WireObject } from './wire-value.ts';

/** Products that are kept of a list; a longer one is cut. */
const PRODUCTS_MAX = 5_000;
const TEXT_MAX = 200;
const LOGO_MAX = 1_000;
const PRECISION_MAX = 8;
/** 9,999,999,999 lots, where a back end names no limit. */
const UNLIMITED = 999_999_999_900_000_000n;

// ------------------------------------------------------------------ read
const numberOf = (value: unknown, otherwise = 0): number => orElse(asNumber(value), otherwise);
const decimalOf = <T extends bigint>(value: unknown, otherwise: T): T => decimalFromWire<T>(value) ?? otherwise;
const objectOf = (value: unknown): WireObject => (isObject(value) ? value : {});

function quotationFromWire(row: WireObject): Quotation {
  return {
    open: numberOf(row.Open),
    close: numberOf(row.Close),
    change: numberOf(row.Change),
    high: numberOf(row.High),
    low: numberOf(row.Low),
    timeMs: numberOf(row.Time),
    confirmedMs: numberOf(row.Confirmed),
  };
}

function leverageFromWire(row: unknown): LeverageOffer[] {
  const { Value, Default } = objectOf(row);
  const value = asId(Value);
  return value > 0 ? [{ value, isDefault: Number(Default) === 1 }] : [];
}

/** Which night counts three times is for clients that show it. */
const nightFromWire = ({ Long, Short, NextAt, Nights }: WireObject): NextNight => ({
  long: decimalOf<Ratio>(Long, 0n),
  short: decimalOf<Ratio>(Short, 0n),
  nextMs: numberOf(NextAt),
  nights: numberOf(Nights, 1),
});

/** The product that a row stands for; `undefined` for anything that is none. */
export function productFromWire(row: unknown): Product | undefined {
  if (!isObject(row)) return undefined;
  const id = asId(row.Id);
  const code = asText(row.Code, TEXT_MAX);
  if (!(id > 0) || !code) return undefined;
  return {
    id,
    code,
    showCode: asText(row.ShowCode, TEXT_MAX) || code,
    name: asText(row.Name, TEXT_MAX),
    logo: asText(row.Logo, LOGO_MAX),
    categoryId: numberOf(row.CategoryId),
    marketStatus: marketStatusFromWire(row.MarketStatus),
    opensAtMs: numberOf(row.OpensAt),
    pricePrecision: Math.min(PRECISION_MAX, Math.max(0, Math.trunc(numberOf(row.PricePrecision, 2)))),
    quotation: quotationFromWire(objectOf(row.ForexQuotations)),
    leverages: Array.isArray(row.HasForexMultiple) ? row.HasForexMultiple.flatMap(leverageFromWire) : [],
    financing: isObject(row.Financing) ? nightFromWire(row.Financing) : undefined,
    lots: {
      pip: decimalOf(row.Pip, ONE / 100n),
      min: decimalOf(row.ForexMinCont, 0n),
      max: decimalOf(row.ForexMaxCont, UNLIMITED),
    },
    contractNumber: decimalOf(row.ForexContNum, ONE),
    feeRate: decimalOf(row.ForexFeeRate, 0n),
    marginMode: numberOf(row.MarginMode) === 1 ? 1 : 0,
    quoteRate: decimalOf(row.QuoteRate, ONE),
  };
}

/** The products of a list that can be read, each code once. */
export function productsFromWire(rows: unknown): Product[] {
  const byCode = new Map<string, Product>();
  for (const row of Array.isArray(rows) ? rows.slice(0, PRODUCTS_MAX) : []) {
    const product = productFromWire(row);
    if (product) byCode.set(product.code, product);
  }
  return [...byCode.values()];
}

// ------------------------------------------------------------------ write
/** What of a row changes only with a new version of its product. */
export type TermsRow = Omit<ProductRow, keyof MomentRow>;
type MomentRow = Pick<ProductRow, 'MarketStatus' | 'OpensAt' | 'ForexQuotations' | 'Financing' | 'ForexFeeRate'>;

/** `sort`: its place among all products. */
export const termsToWire = (terms: ProductTerms, { name, sort }: { name: string; sort: number }): TermsRow => ({
  Id: terms.id,
  Code: terms.code,
  ShowCode: terms.showCode,
  Name: name,
  Logo: terms.logo,
  CategoryId: terms.categoryId,
  PricePrecision: terms.pricePrecision,
  HasForexMultiple: terms.leverages.map(({ value, isDefault }) => ({ Value: value, Default: isDefault ? 1 : 0 })),
  ForexMinCont: formatDecimal(terms.lots.min),
  ForexMaxCont: formatDecimal(terms.lots.max),
  ForexContNum: formatDecimal(terms.contractNumber),
  MarginMode: terms.marginMode,
  Pip: formatDecimal(terms.lots.pip),
  QuoteRate: formatDecimal(terms.quoteRate),
  Sort: sort,
});

type WholeNight = NextNight & FinancingTerms;

/** What belongs to the moment at which a product is shown. */
export const momentToWire = ({
  marketStatus,
  opensAtMs,
  quotation,
  financing,
  feeRate,
}: Omit<Product, keyof ProductTerms | 'name' | 'financing'> & { readonly financing: WholeNight | undefined }): MomentRow => ({
  MarketStatus: MARKET_STATUS[marketStatus],
  OpensAt: opensAtMs,
  ForexQuotations: {
    Open: quotation.open,
    Close: quotation.close,
    Change: quotation.change,
    High: quotation.high,
    Low: quotation.low,
    Time: quotation.timeMs,
    Confirmed: quotation.confirmedMs,
  },
  ...(financing && { Financing: nightToWire(financing) }),
  ForexFeeRate: formatDecimal(feeRate),
});

const nightToWire = ({ long, short, tripleOn, nextMs, nights }: WholeNight): NonNullable<ProductRow['Financing']> => ({
  Long: formatDecimal(long),
  Short: formatDecimal(short),
  TripleOn: tripleOn ?? -1,
  NextAt: nextMs,
  Nights: nights,
});
