/** The prices of a product up to a fill, for its small chart: of what the check fetched, which ends with the block of the fill. */
import { toNumber } from '#domain/decimal.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeSegment } from '#domain/tape/tape-segment.ts';
import type { TapeSpan } from '#protocol/receipts.ts';

/** As many as a phone is wide enough for. */
const BEFORE_MAX = 180;
/** Of those after it only what else its block has is fetched; a file of somebody else may hold more. */
const AFTER_MAX = 60;
/** A stretch of hours, as a long wait has, would hide what happened at the fill. */
const AROUND_MS = 120_000;

/** Of blocks that are proved to be in the log; undefined when there is nothing to show. */
export function tapeSpan(deal: SignedDeal, { blocks }: TapeSegment): TapeSpan | undefined {
  const ticks = blocks.flatMap((block) => block.ticks ?? []).filter((tick) => tick.productId === deal.product && !tick.confirm);
  const found = ticks.findIndex(({ seq }) => seq === deal.tickSeq);
  const middle = found < 0 ? ticks.length - 1 : found;
  const fillMs = ticks[middle]?.timeMs;
  if (fillMs === undefined) return undefined;
  const first = Math.max(0, middle - BEFORE_MAX);
  const shown = ticks.slice(first, middle + 1 + AFTER_MAX).filter(({ timeMs }) => Math.abs(timeMs - fillMs) <= AROUND_MS);
  return {
    timesMs: shown.map(({ timeMs }) => timeMs),
    prices: shown.map(({ price }) => toNumber(price)),
    marked: found < 0 ? -1 : shown.findIndex(({ seq }) => seq === deal.tickSeq),
  };
}
