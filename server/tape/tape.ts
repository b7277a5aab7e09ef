/**
 * The price tape: every price that anybody can trade on, in one global sequence, committed before it is published. This file is
 * the contract; `price-tape.ts` keeps it. The operator has no way to write a tick.
 */
import type { FeedTick, TapeTick } from '#domain/tape/tape-tick.ts';
import type { Stop } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import type { SignedHead } from './log/tape-log.ts';

/** `heardMs`: when its source said it, on this node's monotonic count. */
export type HeardTick = { readonly tick: FeedTick; readonly heardMs: number };
/** What one commit put on the tape. */
export type TapeGroup = {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly committedAtMs: number;
  readonly ticks: readonly TapeTick[];
};

/** A group is committed after so many ms or ticks, whichever comes first. */
export const GROUP_MS_MAX = 50;
export const GROUP_TICKS_MAX = 256;

export interface Tape {
  /** Takes a tick from the feed; it is visible to nobody before its group is committed. */
  push(tick: FeedTick): void;
  /** Commits what waits, now. */
  flush(): Promise<void>;
  /** Ticks and confirms that were pushed and are not committed. */
  waiting(): number;
  /** Newest committed tick of a product (never a confirm), from memory. */
  newest(productId: number): TapeTick | undefined;
  /** Tape time at the commit of the product's newest tick or confirm; 0 when there was none. For showing: its age is `ageMs`. */
  aliveAtMs(productId: number): number;
  /**
   * How long ago the source of a product spoke, in ms of this node's monotonic count; infinite when this process has not heard of it, or
   * not since the wall clock was set or the process stood still.
   */
  ageMs(productId: number): number;
  /** The same of a row of the table `quote`, as a fill reads it in its transaction: never less than the age of that row. */
  quoteAgeMs(quote: { readonly product_id: number; readonly alive_seq: number }): number;
  /** Tape time now: it goes on by the monotonic count and follows no step of the wall clock (decision D9.13). Feeds stamp their ticks by it. */
  nowMs(): number;
  /** Trading time: time of the newest committed tick, or 5 s ago while the tape stands still (decision D9.13). */
  watermarkMs(): number;
  lastSeq(): number;
  /** Called after each commit, in order. */
  onGroup(listener: (group: TapeGroup) => void): Stop;
  /** Groups after a sequence number, in order, at most `limit`; for readers with a cursor of their own. */
  groupsAfter(trx: Trx, seq: number, limit: number): Promise<TapeGroup[]>;
  /** The newest checkpoint of the log that this node has published; `undefined` before the first. */
  head(): SignedHead | undefined;
  /** A client's newest checkpoint, as a note: should the log not go on from it, nothing is signed any more. */
  receiveNote(note: string): void;
}
