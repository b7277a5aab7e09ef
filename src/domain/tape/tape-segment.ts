/** The part of the tape that a receipt carries, once it is proved to be in the log: what rechecks go by. */
import type { BlockEntry } from './block-entry.ts';
import type { PriceSummary } from './price-summary.ts';
import type { TapeTick } from './tape-tick.ts';

/** `ticks` is absent where the body is not in the file: forgotten by the operator, or not needed. */
export type SegmentBlock = { readonly entry: BlockEntry; readonly ticks?: readonly TapeTick[] | undefined };
/** Of the blocks `tile` x 256 + 1 to `tile` x 256 + 256. */
export type SegmentSummary = { readonly tile: number; readonly summary: PriceSummary };

/**
 * Blocks by height and summaries by tile, each in the log under one checkpoint. Of two blocks whose heights follow each other the ticks do too;
 * between others there may be blocks that are not in the file.
 */
export type TapeSegment = { readonly blocks: readonly SegmentBlock[]; readonly summaries: readonly SegmentSummary[] };
