/** Rechecks what a person asked for at the market: the price is the newest that the execution knew, and its source had spoken just before. */
import { STALE_AFTER_MS } from '../freshness.ts';
import { type CoveredTape, must, newestLife, newestPrice, newestTick } from './covered-tape.ts';
import { isOpenAt } from './deal-open-hours.ts';
import type { AskedClose, MarketOpening, MicroOpening } from './signed-deal.ts';

/** Blocks that are looked through: one a second, so a life within the time that a price is fresh is among them. */
export const NEWEST_BLOCKS = 7;
/** By how much the times of server and sources may differ. */
export const LEEWAY_MS = 1_000;

/** Ends with an answer when the deal is not as it should be. */
export function recheckNewest(deal: MarketOpening | AskedClose | MicroOpening, tape: CoveredTape): void {
  const ticks = tape.ticksBefore(deal.knownSeq, NEWEST_BLOCKS);
  const life = newestLife(ticks, deal.product);
  const ageMs = life ? deal.timeMs - life.timeMs : Number.POSITIVE_INFINITY;
  // A node that follows may know the time of the tape a little less well than its prices: as long as those are fresh.
  must(life !== undefined && Math.abs(ageMs) <= STALE_AFTER_MS + LEEWAY_MS, 'stale-price', `${ageMs} ms`);
  const silentMs = tape.secondOf(deal.knownSeq) - tape.secondOf(life.seq);
  must(silentMs <= STALE_AFTER_MS + LEEWAY_MS, 'stale-price', `${silentMs} ms of blocks`);
  must(newestPrice(ticks, deal.product) === deal.price, 'wrong-tick', `tick ${life.seq}`);
  const tick = newestTick(ticks, deal.product);
  must(tick ? tick.seq === deal.tickSeq : deal.tickSeq < (ticks[0]?.seq ?? 0), 'wrong-tick', `tick ${tick?.seq}`);
  if (deal.kind !== 'micro-open') must(isOpenAt(deal.hours, deal.knownSeq, deal.timeMs), 'hours', deal.hours.calendar);
  if (!tick) tape.mustStay(deal.product, deal.tickSeq, deal.knownSeq);
}
