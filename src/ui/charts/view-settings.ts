/** What a candle view is told, and what it tells. */
import type { PriceScale } from './price-range.ts';
import type { TimeTickKind } from './time-ticks.ts';

export type CandleViewSettings = {
  /** What is shown, such as '1/5min': when it changes, the view goes to the newest bars; a reload of the same keeps its place. */
  key: string;
  periodMs: number;
  /** Digits after the point of a price. */
  digits: number;
  formatPrice: (price: number) => string;
  formatTime: (timeMs: number, kind: TimeTickKind | 'full') => string;
  zoneOffsetMs: (timeMs: number) => number;
  /** False hides the volume; it is also hidden while there is none. */
  hasVolume?: boolean;
  /** True while the newest price is not live: it claims no direction. */
  isOld?: boolean;
};
export type CandleViewEvents = {
  /** The left edge comes near: bars before the first one are wanted. May come again until they arrive. */
  onOlder: () => void;
  /** Whether the newest bar is in view. */
  onFollow: (following: boolean) => void;
  /** Bars were loaded, added in front or at the end. */
  onBars: () => void;
  /** Where prices are now; told after each whole paint that moved them. */
  onScale: (scale: PriceScale) => void;
};
