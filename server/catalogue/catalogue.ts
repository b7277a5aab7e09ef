/** The tradable products and their categories as the rest of the server sees them. `product-catalogue.ts` loads them from the database. */

import type { MarginMode } from '#domain/contract.ts';
import type { Lots, Money, Price, Ratio } from '#domain/decimal.ts';
import type { FinancingTerms, Nights } from '#domain/financing.ts';
import type { Weekday } from '#domain/trading-day.ts';

export type Product = {
  readonly id: number;
  readonly code: string;
  readonly showCode: string;
  readonly logo: string;
  readonly categoryId: number;
  readonly pricePrecision: number;
  readonly pip: Lots;
  readonly lotsMin: Lots;
  readonly lotsMax: Lots;
  readonly contractNumber: Ratio;
  readonly feePerLot: Money;
  readonly feeOfMargin: Ratio;
  readonly financing: FinancingTerms;
  readonly marginMode: MarginMode;
  readonly quoteRate: Ratio;
  readonly multiples: readonly { readonly value: number; readonly default: boolean }[];
  readonly hours: string;
  readonly forcedClosed: boolean;
  readonly seedPrice: Price;
  /** Yearly volatility as a fraction: 0.08 is 8 %. */
  readonly volatility: number;
  readonly sort: number;
};

/** 1 open, 2 closed, 3 holiday. */
export type MarketStatus = 1 | 2 | 3;

export interface Catalogue {
  /** In their order of show. */
  products(): readonly Product[];
  byId(id: number): Product | undefined;
  byCode(code: string): Product | undefined;
  name(product: Product, lang: string): string;
  categories(lang: string): { id: number; name: string }[];
  /** Whether the market of a product is open at a time. */
  statusAt(product: Product, timeMs: number): MarketStatus;
  /** Unix ms of the next opening after a time; 0 while open or when there is none within 14 days. */
  opensAt(product: Product, timeMs: number): number;
  /** Unix ms of the end of the trading day that a time belongs to, in the product's zone; whole seconds, later than the time. */
  dayEndAt(product: Product, timeMs: number): number;
  /** Unix ms of the next time after a given one at which a night of the product is financed. */
  financingAt(product: Product, timeMs: number): number;
  /** How often the night counts that is financed at a time; 0 at any other time. `tripleOn`: the weekday that counts three times. */
  nightsAt(product: Product, timeMs: number, tripleOn: Weekday | undefined): Nights;
}
