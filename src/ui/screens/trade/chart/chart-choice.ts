/**
 * What a person chose to see on the chart of a product, kept in the browser for each product by itself. Whether the indicators make sense
 * is judged where they are computed, in the worker, and where they are typed, in the sheet: the chart itself needs none of the bounds.
 */
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import { storage } from '../../../browser/storage.ts';

export type ChartChoice = { readonly indicators: readonly IndicatorChoice[]; readonly hasVolume: boolean };

/** Entries of a kept list that are looked at; there are five kinds. */
const KEPT_MAX = 5;
const keyOf = (productId: number): string => `chart.${productId}`;
const NOTHING: ChartChoice = { indicators: [], hasVolume: true };

/** The kept choice, as it was written; nothing where it cannot be read. */
export function readChartChoice(productId: number): ChartChoice {
  try {
    const kept: unknown = JSON.parse(storage.get(keyOf(productId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    const { indicators, hasVolume } = kept as Record<string, unknown>;
    return { indicators: Array.isArray(indicators) ? indicators.slice(0, KEPT_MAX).filter(Boolean) : [], hasVolume: hasVolume !== false };
  } catch {
    return NOTHING;
  }
}

/** Lines of the legend that they need: one for each kind that is drawn upon the prices, and at least one. */
export const legendRows = ({ indicators }: ChartChoice): number =>
  indicators.length && Math.max(1, indicators.filter(({ kind }) => kind !== 'macd' && kind !== 'rsi').length);

export function keepChartChoice(productId: number, choice: ChartChoice): void {
  if (choice.indicators.length === 0 && choice.hasVolume) storage.remove(keyOf(productId));
  else storage.set(keyOf(productId), JSON.stringify(choice));
}
