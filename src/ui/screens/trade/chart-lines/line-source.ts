/** What one kind of thing brings to the chart's one layer of tags: orders, price alerts. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { LineDraft, PriceLine } from '../../../charts/tags/price-line.ts';

export type LineSource = {
  /** The same array as long as nothing in it is another. */
  readonly lines: readonly PriceLine[];
  /** One of its lines was let go at a price, or Enter was pressed upon it. Lines of other sources come here too, and mean nothing. */
  drop(key: string, price: number): void;
  /** What it asks with. */
  readonly sheets?: ComponentChildren;
};

/** The line that is away from its place; a source takes it back when what was asked is decided. */
export type SharedDraft = Signal<LineDraft | undefined>;
