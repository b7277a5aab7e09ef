/** Rechecks what a person asked for at the market: the price is the newest that the execution knew, and its source had spoken just before. */
import { type CoveredTape, must, newestLife, newestPrice, newestTick } from './covered-tape.ts';
import { isOpenAt } from './deal-open-hours.ts';
import type { AskedClose, MarketOpening, MicroOpening } from './signed-deal.ts';
import { LEEWAY_MS, newestBlocks, silenceOf } from './silence.ts';

/** Throws `Told` when the deal is not as it should be. */
export function recheckNewest(deal: MarketOpening | AskedClose | MicroOpening, tape: CoveredTape): void {
  const silenceMs = silenceOf(deal.terms);
  const ticks = tape.ticksBefore(deal.knownSeq, newestBlocks(silenceMs));
  const life = newestLife(ticks, deal.product);
  const ageMs = life ? deal.timeMs - life.timeMs : Number.POSITIVE_INFINITY;
  // A node that follows may know the time of the tape a little less well than its prices: as long as those are fresh.
  must(life !== undefined && Math.abs(ageMs) <= silenceMs + LEEWAY_MS, 'stale-price', `${ageMs} ms`);
  const silentMs = tape.secondOf(deal.knownSeq) - tape.secondOf(life.seq);
  must(silentMs <= silenceMs + LEEWAY_MS, 'stale-price', `${silentMs} ms of blocks`);
  must(newestPrice(ticks, deal.product) === deal.price, 'wrong-tick', `tick ${life.seq}`);
  const tick = newestTick(ticks, deal.product);
  must(tick ? tick.seq === deal.tickSeq : deal.tickSeq < (ticks[0]?.seq ?? 0), 'wrong-tick', `tick ${tick?.seq}`);
  const isOpen = deal.kind === 'micro-open' || isOpenAt(deal.hours, deal.knownSeq, deal.timeMs);
  must(isOpen !== false, 'hours', `tick ${deal.knownSeq}`);
  if (!tick) tape.mustStay(deal.product, deal.tickSeq, deal.knownSeq);
  must(isOpen !== undefined, 'hours-unknown', `tick ${deal.knownSeq}`);
}
