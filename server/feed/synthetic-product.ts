/** A product as the synthetic market sees it: prices in whole steps of its grid, how much they move, and when. */
import { CALENDARS, isCalendarName, type MarketHours } from '#domain/market-hours.ts';
import type { Product } from '../catalogue/catalogue.ts';

export type SyntheticProduct = {
  readonly id: number;
  /** Price at which its history begins and that history keeps coming back to, in steps of the grid. */
  readonly seedSteps: number;
  /** Yearly, as a fraction. */
  readonly volatility: number;
  readonly hours: MarketHours;
  /** Largest move between two ticks, as a fraction of the price; below a half. */
  readonly jumpMax: number;
};

/** What of a product of the catalogue its market depends on. */
export type ProductTraits = Pick<
  Product,
  'id' | 'pricePrecision' | 'seedPrice' | 'quoteRate' | 'marginMode' | 'leverages' | 'volatility' | 'hours'
>;

/** A jump is at most half the margin at the highest leverage; a product that nobody can lever counts as this. */
const LEVERAGE_FALLBACK = 20;

/** Highest leverage of a product; in MarginMode 1 it is the price itself. */
function leverageMax(product: ProductTraits): number {
  const fixed = product.marginMode === 1 ? (Number(product.seedPrice) * Number(product.quoteRate)) / 1e16 : 1;
  return Math.max(fixed, ...(product.leverages.length > 0 ? product.leverages.map(({ value }) => value) : [LEVERAGE_FALLBACK]));
}

/** The synthetic side of a product of the catalogue. */
export const syntheticProduct = (product: ProductTraits): SyntheticProduct => ({
  id: product.id,
  seedSteps: Math.round((Number(product.seedPrice) / 1e8) * 10 ** product.pricePrecision),
  volatility: product.volatility,
  hours: CALENDARS[isCalendarName(product.hours) ? product.hours : 'around-the-clock'],
  jumpMax: 0.5 / leverageMax(product),
});
