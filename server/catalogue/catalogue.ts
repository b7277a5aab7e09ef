/** The tradable products and their categories as the rest of the server sees them. `product-catalogue.ts` loads them from the database. */

import type { Money, Price, Ratio } from '#domain/decimal.ts';
import type { FinancingTerms, Nights } from '#domain/financing.ts';
import type { MarketStatus } from '#domain/market-hours.ts';
import type { ProductCategory, ProductTerms } from '#domain/product.ts';
import type { Weekday } from '#domain/trading-day.ts';

/** A product with what only the server knows of it. */
export type Product = ProductTerms & {
  readonly feePerLot: Money;
  readonly feeOfMargin: Ratio;
  readonly financing: FinancingTerms;
  /** The calendar that it keeps. */
  readonly hours: string;
  readonly forcedClosed: boolean;
  readonly seedPrice: Price;
  /** Yearly volatility as a fraction: 0.08 is 8 %. */
  readonly volatility: number;
  /** Its place among all products. */
  readonly sort: number;
};

export interface Catalogue {
  /** In their order of show. */
  products(): readonly Product[];
  byId(id: number): Product | undefined;
  byCode(code: string): Product | undefined;
  name(product: Product, lang: string): string;
  categories(lang: string): ProductCategory[];
  /** Whether the market of a product is open at a time: by its hours, and by the operator's closing. */
  statusAt(product: Product, timeMs: number): MarketStatus;
  /** Name of the calendar that a product trades by; 'recorded' where it is replayed. */
  calendarOf(productId: number): string;
  /** Whether a product trades by its hours alone from one time to another without a break; the end itself may be the close. */
  isOpenThrough(product: Product, fromMs: number, toMs: number): boolean;
  /** Unix ms of the next opening after a time; 0 while open or when there is none within 14 days. */
  opensAt(product: Product, timeMs: number): number;
  /** Unix ms of the end of the trading day that a time belongs to, 22:00 in the product's zone; whole seconds, later than the time. */
  dayEndAt(product: Product, timeMs: number): number;
  /** Unix ms of the next time after a given one at which a night of the product is financed. */
  financingAt(product: Product, timeMs: number): number;
  /** How often the night counts that is financed at a time; 0 at any other time. `tripleOn`: the weekday that counts three times. */
  nightsAt(product: Product, timeMs: number, tripleOn: Weekday | undefined): Nights;
}
