/** Between prices and heights of a chart's box, in CSS pixels. */
import type { PriceScale } from './price-range.ts';

export const priceAtY = ({ min, max, topPx, heightPx }: PriceScale, y: number): number => max - ((y - topPx) / heightPx) * (max - min);
export const yOfPrice = ({ min, max, topPx, heightPx }: PriceScale, price: number): number =>
  topPx + ((max - price) / (max - min)) * heightPx;
/** Prices of one CSS pixel. */
export const pricePerPx = ({ min, max, heightPx }: PriceScale): number => (max - min) / heightPx;
