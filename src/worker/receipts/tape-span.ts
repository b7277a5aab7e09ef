/** The prices of a product around a fill, for its small chart. */
import { toNumber } from '#domain/decimal.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { TapeSegment } from '#domain/tape/tape-segment.ts';
import type { TapeSpan } from '#protocol/receipts.ts';

/** As many as a phone is wide enough for; most of them lie before the fill. */
const BEFORE_MAX = 180;
const AFTER_MAX = 60;
/** A stretch of hours would hide what happened at the fill. */
const AROUND_MS = 120_000;

/** Of blocks that are proved to be in the log; undefined when there is nothing to show. */
export function tapeSpan(deal: SignedDeal, { blocks }: TapeSegment): TapeSpan | undefined {
  const ticks = blocks.flatMap((block) => block.ticks ?? []).filter((tick) => tick.productId === deal.product && !tick.confirm);
  const found = ticks.findIndex(({ seq }) => seq === deal.tickSeq);
  const middle = found < 0 ? ticks.length - 1 : found;
  const aroundMs = ticks[middle]?.timeMs;
  if (aroundMs === undefined) return undefined;
  const first = Math.max(0, middle - BEFORE_MAX);
  const shown = ticks.slice(first, middle + 1 + AFTER_MAX).filter(({ timeMs }) => Math.abs(timeMs - aroundMs) <= AROUND_MS);
  return {
    timesMs: shown.map(({ timeMs }) => timeMs),
    prices: shown.map(({ price }) => toNumber(price)),
    marked: found < 0 ? -1 : shown.findIndex(({ seq }) => seq === deal.tickSeq),
  };
}
