/** Everything that receipts are asked for and checked with. */
import type { EngineClock } from '../engine-parts.ts';
import type { OwnDeals } from './own-deals.ts';
import type { OwnLog } from './own-log.ts';
import type { TapeCalls } from './tape-calls.ts';

export type ReceiptParts = {
  readonly clock: EngineClock;
  readonly calls: TapeCalls;
  readonly log: OwnLog;
  readonly deals: OwnDeals;
  /** False where the browser keeps nothing. */
  readonly isKept: () => boolean;
};
