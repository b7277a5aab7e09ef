/** A line across the chart at a price that means something: where an order began, where it ends. */
import type { ReadonlySignal } from '@preact/signals';
import type { IconName } from '../../kit/icon.tsx';

export type PriceLineDrag = {
  /** Name of the handle for those who do not see it. */
  readonly name: string;
  /** The price nearest to the wanted one that is allowed. */
  allow(price: number): number;
  /** What the tag says while the line is at this price. */
  describe(price: number): string;
};
export type PriceLine = {
  readonly key: string;
  /** Of one thing, such as an order, whose lines are chosen together. */
  readonly group?: string;
  readonly kind: 'entry' | 'pending' | 'stopLoss' | 'takeProfit' | 'alert' | 'microUp' | 'microDown' | 'microOver';
  readonly price: number;
  /** Such as 'Buy 0.10'. */
  readonly label: string;
  /** Stands before the label. */
  readonly icon?: IconName;
  /** Stands behind the label: a profit that moves, or one that does not. */
  readonly value?: ReadonlySignal<string> | string;
  readonly tone?: ReadonlySignal<'' | 'up' | 'down'> | '' | 'up' | 'down';
  readonly drag?: PriceLineDrag;
  /** Its tag was pressed and not moved. */
  readonly open?: () => void;
  /** Chosen by hand: its tag is never put together with others. */
  readonly isChosen?: boolean;
};
/** A line away from its place: under the finger, or let go and not yet decided. */
export type LineDraft = { readonly key: string; readonly price: number };
