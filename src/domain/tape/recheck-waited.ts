/**
 * Rechecks what waited for a price: a pending order, a stop loss, a take profit. From the last tick that did not count, of a position's two
 * stops the one that counted for longer, up to the tick that executed it nothing met its price in open hours, nor that of the other stop, each
 * since it counted. Whole tiles between are looked at by their summaries.
 */
import { isMet, type Level, STOP_NAMES, stopLevel, triggerLevel } from '../stops.ts';
import { type CoveredTape, must, Told } from './covered-tape.ts';
import { isOpenAt } from './deal-open-hours.ts';
import type { PriceSummary } from './price-summary.ts';
import type { PendingOpening, SignedDeal, StopClose } from './signed-deal.ts';
import { LEEWAY_MS, silenceOf } from './silence.ts';
import type { TapeTick } from './tape-tick.ts';

type WaitedDeal = PendingOpening | StopClose;
/** Who waits for a price is filled by it; summaries concern no other deal. */
const isWaited = (deal: SignedDeal): deal is WaitedDeal => deal.rule === 'pending' || deal.rule === 'sl' || deal.rule === 'tp';
/** What is waited for, in the order in which it is looked at; `fromSeq`: the last tick that does not count for it. */
type Waited = { readonly level: Level | undefined; readonly fromSeq: number; readonly isOwn: boolean };

function waitedOf(deal: WaitedDeal): readonly Waited[] {
  if (deal.rule === 'pending') return [{ level: triggerLevel(deal.terms.trigger, deal.level), fromSeq: deal.fromSeq, isOwn: true }];
  const { stopLoss, stopLossFrom, takeProfit, takeProfitFrom } = deal.terms;
  const from = { stopLoss: stopLossFrom, takeProfit: takeProfitFrom };
  const prices = { stopLoss, takeProfit };
  const own = deal.rule === 'sl' ? 'stopLoss' : 'takeProfit';
  return STOP_NAMES.map((name) => ({ level: stopLevel(deal.side, name, prices[name]), fromSeq: from[name], isOwn: name === own }));
}

/**
 * From the end of a second of this time on (1 December 2026, UTC) a close by a stop says so where the other one counted for longer: whoever could
 * leave it out could hide that the other was met. Before, deals were looked through from `fromSeq` alone, and keep what they meant.
 */
const STOPS_SAID_FROM_MS = 1_796_083_200_000;

/** The last tick that counted for nothing of a deal: the tape behind it is looked through. */
export const lookedFrom = (deal: WaitedDeal): number => (deal.rule === 'pending' ? deal.fromSeq : (deal.terms.stopsFrom ?? deal.fromSeq));

/** The last tick that did not count for the other stop, where that one counted for longer than the one that was met. */
const longerFrom = (deal: WaitedDeal): number | undefined =>
  waitedOf(deal).find(({ level, fromSeq, isOwn }) => !isOwn && level && fromSeq < deal.fromSeq)?.fromSeq;

const meets = (waited: readonly Waited[], price: bigint): boolean => waited.some(({ level }) => level && isMet(level, price));
/** Those that counted for a tick up to `lastSeq`: a stop that was moved later has nothing to do with what was before. */
const inForce = (waited: readonly Waited[], lastSeq: number): readonly Waited[] => waited.filter(({ fromSeq }) => fromSeq < lastSeq);

/** What a product's price may have been when a tile began: a confirm is in no summary, and repeats it. */
type Carried = { readonly low: bigint; readonly high: bigint };
/** A whole tile. `lastSeq`: the last tick that its blocks may have. */
type WholeTile = { readonly summary: PriceSummary; readonly lastSeq: number };

/** Whether the prices of a whole tile reach what a deal waited for by then, so that only the ticks themselves can tell. */
export function touches(deal: SignedDeal, { summary, lastSeq }: WholeTile, carried: Carried | undefined): boolean {
  if (!isWaited(deal)) return false;
  const waited = inForce(waitedOf(deal), lastSeq);
  return [summary.get(deal.product), carried].some((range) => range && (meets(waited, range.low) || meets(waited, range.high)));
}

/**
 * A tick or confirm of the product. `price`: the product's after it. `isNews`: the judge looks at it; `undefined` where what came before, or the
 * calendar, is not known here, and it may have looked.
 */
type Life = { readonly tick: TapeTick; readonly price: bigint; readonly isNews: boolean | undefined };

/** The judge looks at every tick, and at a confirm that ends a silence or is the first sign of life of an open market. */
function lifeOf(deal: WaitedDeal, tape: CoveredTape, tick: TapeTick, before: Life | undefined): Life {
  if (!tick.confirm) return { tick, price: tick.price, isNews: true };
  if (!before) return { tick, price: tick.price, isNews: undefined };
  const wasSilent = tape.secondOf(tick.seq) - tape.secondOf(before.tick.seq) >= silenceOf(deal.terms);
  return { tick, price: before.price, isNews: wasSilent || beginsHours(deal, tick, before.tick) };
}

/** `undefined` where the calendar is one that nobody here knows. */
function beginsHours({ hours }: WaitedDeal, tick: TapeTick, before: TapeTick): boolean | undefined {
  const [isOpen, wasOpen] = [tick, before].map(({ seq, timeMs }) => isOpenAt(hours, seq, timeMs));
  if (isOpen === false || wasOpen === true) return false;
  return isOpen === undefined || wasOpen === undefined ? undefined : true;
}

/** `lacks`: why what is there is not all that has to be looked through, the first on the tape. */
type Looked = { readonly lives: readonly Life[]; readonly lacks: Told | undefined };

/** Ticks and confirms of the product that are looked through, up to `knownSeq`, but for tiles whose summary says that they do not matter. */
function livesOf(deal: WaitedDeal, tape: CoveredTape): Looked {
  const from = lookedFrom(deal);
  const lives: Life[] = [];
  let before: Life | undefined;
  let carried: Carried | undefined;
  let told: Told | undefined;
  for (const { blocks, held, lacks } of tape.partsOf(from + 1, deal.knownSeq)) {
    const begun = carried;
    for (const ticks of held) {
      if (lacks) before = undefined;
      for (const tick of ticks) {
        if (tick.productId !== deal.product || tick.seq <= from || tick.seq > deal.knownSeq) continue;
        before = lifeOf(deal, tape, tick, before);
        lives.push(before);
        carried = { low: before.price, high: before.price };
      }
    }
    if (!lacks) continue;
    if (!lacks.whole) told ??= new Told('segment', blocks);
    else if (touches(deal, lacks.whole, begun)) told ??= new Told('bodies-gone', blocks);
    carried = lacks.whole && (lacks.whole.summary.get(deal.product) ?? begun);
    before = undefined;
  }
  return { lives, lacks: told };
}

/** Throws `Told` when the deal is not as it should be. What can be told from what is there comes before what lacks. */
export function recheckWaited(deal: WaitedDeal, tape: CoveredTape): void {
  const waited = waitedOf(deal);
  must(
    waited.some(({ isOwn, level, fromSeq }) => isOwn && level?.price === deal.level && fromSeq === deal.fromSeq),
    'level',
  );
  const said = deal.rule === 'pending' ? undefined : deal.terms.stopsFrom;
  const longer = longerFrom(deal);
  must(said === undefined || said === longer, 'level', `tick ${said}`);
  const { lives, lacks } = livesOf(deal, tape);
  // What may have been looked at, or may have been open, counts against nobody, and for the tick that executed it.
  const metBy = ({ tick, price, isNews }: Life): Waited | undefined =>
    (isNews ?? tick.seq === deal.knownSeq) && (isOpenAt(deal.hours, tick.seq, tick.timeMs) ?? tick.seq === deal.knownSeq)
      ? waited.find(({ level, fromSeq }) => level && tick.seq > fromSeq && isMet(level, price))
      : undefined;
  const first = lives.find(metBy);
  if (!first && lacks && !tape.hasTick(deal.knownSeq)) throw lacks;
  must(first?.tick.seq === deal.knownSeq, 'wrong-tick', `tick ${first?.tick.seq}`);
  must(metBy(first)?.isOwn === true && first.price === deal.price, 'wrong-tick', `tick ${first.tick.seq}`);
  const tick = lives
    .map((life) => life.tick)
    .filter(({ seq, confirm }) => seq > deal.fromSeq && !confirm)
    .at(-1);
  // Where something lacks there may be ticks of the product that the file does not have.
  if (lacks) tape.lackToStay(deal.product, deal.tickSeq, deal.knownSeq);
  else must(tick ? tick.seq === deal.tickSeq : deal.tickSeq <= deal.fromSeq, 'wrong-tick', `tick ${tick?.seq}`);
  must(deal.timeMs === first.tick.timeMs, 'wrong-tick', `${deal.timeMs} ms`);
  const goodTillMs = deal.rule === 'pending' ? deal.terms.goodTillMs : 0;
  must(goodTillMs === 0 || first.tick.timeMs < goodTillMs + LEEWAY_MS, 'good-till', `${first.tick.timeMs} ms`);
  if (lacks) throw lacks;
  if (!tick) tape.mustStay(deal.product, deal.tickSeq, deal.knownSeq);
  must(said === longer || tape.secondOf(deal.knownSeq) < STOPS_SAID_FROM_MS, 'stops-unsaid', `tick ${longer}`);
  must(isOpenAt(deal.hours, deal.knownSeq, deal.timeMs) !== undefined, 'hours-unknown', deal.hours.calendar);
}
