/** Rechecks the end of a micro trade: by the last tick before the first one that is later than its expiry, or void for want of a price. */
import { type CoveredTape, must, newestLife, newestPrice, newestTick, Told } from './covered-tape.ts';
import { SILENCE_MS } from './receipt-limits.ts';
import type { MicroEnd, MicroVoid } from './signed-deal.ts';
import { microBackMs, silenceOf } from './silence.ts';
import type { TapeTick } from './tape-tick.ts';

/** All ticks from the blocks that may hold the last price up to the one that ended the trade. The block before them has to be there too, to show that none was left out. */
function ticksAround(deal: MicroEnd | MicroVoid, tape: CoveredTape): TapeTick[] {
  const sinceMs = deal.terms.expiryMs - microBackMs(silenceOf(deal.terms));
  const start = tape.segment.blocks.find(({ entry }) => entry.timeMs > sinceMs)?.entry.height;
  const isStart = start === 1 || (start !== undefined && tape.at(start - 1) !== undefined);
  if (!isStart) throw new Told('segment', 'the blocks before its end');
  const untilSeq = deal.knownSeq + 1;
  return tape.ticksOf(start, tape.blockOf(untilSeq).entry.height).filter(({ seq }) => seq <= untilSeq);
}

/** Throws `Told` when the deal is not as it should be. */
export function recheckMicro(deal: MicroEnd | MicroVoid, tape: CoveredTape): void {
  const { expiryMs } = deal.terms;
  must(deal.timeMs === expiryMs, 'micro-end', `${deal.timeMs} ms`);
  const ticks = ticksAround(deal, tape);
  const known = ticks.slice(0, -1);
  const later = known.find(({ timeMs }) => timeMs > expiryMs);
  must(later === undefined, 'micro-end', `tick ${later?.seq}`);
  // While the whole tape stands still for the 5 s of the format, whatever the product's silence, the newest tick is the last: what comes then may be late by its own time.
  const untilMs = ticks.at(-1)?.timeMs ?? 0;
  const secondMs = tape.secondOf(deal.knownSeq + 1);
  // A tick of a second that was over before the expiry ends nothing, whatever time it says of itself.
  const isUntil = secondMs > expiryMs && (untilMs > expiryMs || secondMs > expiryMs + SILENCE_MS.unsaid);
  must(isUntil, 'micro-end', `tick ${deal.knownSeq + 1}`);
  const life = newestLife(known, deal.product);
  const hasPrice = life !== undefined && life.timeMs > expiryMs - silenceOf(deal.terms);
  if (deal.rule !== 'micro') {
    must(!hasPrice, 'void', `tick ${life?.seq}`);
    return;
  }
  must(hasPrice && newestPrice(known, deal.product) === deal.price, 'wrong-tick', `tick ${life?.seq}`);
  const tick = newestTick(known, deal.product);
  if (!tick) tape.mustStay(deal.product, deal.tickSeq, deal.knownSeq);
  else must(tick.seq === deal.tickSeq, 'wrong-tick', `tick ${tick.seq}`);
}
