/** What a person chose to see on the chart of a product, kept in the browser for each product by itself. */
import { type IndicatorChoice, soundChoices } from '#domain/indicators/indicator-choice.ts';
import { storage } from '../../storage.ts';

export type ChartChoice = { readonly indicators: readonly IndicatorChoice[]; readonly hasVolume: boolean };

const keyOf = (productId: number): string => `chart.${productId}`;
const NOTHING: ChartChoice = { indicators: [], hasVolume: true };

/** The kept choice; what is unreadable or out of bounds in it is left out. */
export function readChartChoice(productId: number): ChartChoice {
  try {
    const kept: unknown = JSON.parse(storage.get(keyOf(productId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    const { indicators, hasVolume } = kept as Record<string, unknown>;
    return { indicators: soundChoices(indicators), hasVolume: hasVolume !== false };
  } catch {
    return NOTHING;
  }
}

export function keepChartChoice(productId: number, choice: ChartChoice): void {
  if (choice.indicators.length === 0 && choice.hasVolume) storage.remove(keyOf(productId));
  else storage.set(keyOf(productId), JSON.stringify(choice));
}
