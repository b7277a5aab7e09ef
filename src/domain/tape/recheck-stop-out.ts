/** Rechecks a stop-out: the account was at or below its level, and of the positions that could be closed this one had the largest loss. */
import { isMarginLevelAtOrBelow } from '../account.ts';
import type { Money } from '../decimal.ts';
import { contractProfit } from '../profit.ts';
import { type CoveredTape, must, Told } from './covered-tape.ts';
import { isOpenAt } from './deal-open-hours.ts';
import type { HeldPosition } from './deal-terms.ts';
import type { StopOutClose } from './signed-deal.ts';
import { newestBlocks, silenceOf } from './silence.ts';
import type { TapeTick } from './tape-tick.ts';

/** `canClose` is undefined where the calendar of its product is one that nobody here knows. */
type Worth = { readonly position: HeldPosition; readonly profit: Money; readonly canClose: boolean | undefined };

/** The newest life of each product among ticks, and its newest tick where it has one. There may be many of both, and of positions. */
class Newest {
  readonly first: TapeTick | undefined;
  readonly last: TapeTick | undefined;
  readonly lives = new Map<number, TapeTick>();
  readonly ticks = new Map<number, TapeTick>();

  constructor(all: readonly TapeTick[]) {
    [this.first, this.last] = [all[0], all.at(-1)];
    for (const tick of all) {
      this.lives.set(tick.productId, tick);
      if (!tick.confirm) this.ticks.set(tick.productId, tick);
    }
  }
}

/** What a position was worth: its profit at its tick, nothing where the account is judged up to there already. */
function worthOf(position: HeldPosition, deal: StopOutClose, tape: CoveredTape, newest: Newest): Worth {
  if (position.fromSeq >= deal.knownSeq) return { position, profit: 0n, canClose: false };
  const [life, tick] = [newest.lives.get(position.product), newest.ticks.get(position.product)];
  const words = `tick ${position.tickSeq} of order ${position.order}`;
  if (position.tickSeq === 0) {
    // Whose product had a life has a tick that gave its price.
    must(!life, 'wrong-tick', words);
    return { position, profit: 0n, canClose: false };
  }
  must(tick ? tick.seq === position.tickSeq : position.tickSeq < (newest.first?.seq ?? 0), 'wrong-tick', words);
  const { entry, ticks } = tape.blockOf(position.tickSeq);
  if (!ticks) throw new Told('segment', `block ${entry.height}`);
  const named = ticks[position.tickSeq - entry.firstSeq];
  // A confirm repeats the price of the newest tick, however long ago that was.
  const isPrice = named?.price === ((tick ?? life)?.price ?? named?.price);
  must(named?.productId === position.product && !named.confirm && isPrice, 'wrong-tick', words);
  // Freshness in judgement is counted in seconds of blocks.
  const isFresh = life !== undefined && tape.secondOf(deal.knownSeq) - tape.secondOf(life.seq) < silenceOf(position);
  const profit = contractProfit({ ...position, price: named.price });
  return { position, profit, canClose: isFresh && isOpenAt(position.hours, deal.knownSeq, newest.last?.timeMs ?? deal.timeMs) };
}

/** What all positions were worth. A no of any of them goes before what lacks of another. */
function worthsOf(deal: StopOutClose, tape: CoveredTape, newest: Newest): Worth[] {
  let lacks: Told | undefined;
  const worths = deal.terms.positions.flatMap((position) => {
    try {
      return worthOf(position, deal, tape, newest);
    } catch (error) {
      if (!(error instanceof Told) || error.answer.answer === 'no') throw error;
      lacks ??= error;
      return [];
    }
  });
  must(deal.timeMs === newest.last?.timeMs, 'wrong-tick', `${deal.timeMs} ms`);
  if (lacks) throw lacks;
  return worths;
}

/** The largest loss first, of equal ones the older. */
const byLoss = (one: Worth, other: Worth): number =>
  one.profit === other.profit ? one.position.order - other.position.order : one.profit < other.profit ? -1 : 1;

/** Of the positions that it goes by: what was looked through for one was looked through for all. */
export const longestSilence = ({ terms: { positions } }: StopOutClose): number => Math.max(...positions.map(silenceOf));

/** Throws `Told` when the deal is not as it should be. */
export function recheckStopOut(deal: StopOutClose, tape: CoveredTape): void {
  const newest = new Newest(tape.ticksBefore(deal.knownSeq, newestBlocks(longestSilence(deal))));
  const { balance, held, pending, deficit } = deal.terms;
  const worths = worthsOf(deal, tape, newest);
  const floatingProfit = worths.reduce<Money>((sum, { profit }) => sum + profit, 0n);
  must(isMarginLevelAtOrBelow({ balance, margin: held, pending, deficit, floatingProfit }, deal.level), 'level');
  // Those that may have been closed, up to the first that could be for certain: the victim is among them.
  const closable = worths.filter(({ canClose }) => canClose !== false).sort(byLoss);
  const certain = closable.findIndex(({ canClose }) => canClose);
  const eligible = certain < 0 ? closable : closable.slice(0, certain + 1);
  const victim = eligible.find(({ position }) => position.order === deal.order)?.position;
  must(victim !== undefined && isSame(victim, deal), 'victim', `order ${eligible.at(-1)?.position.order}`);
  must(eligible.length === 1 && certain === 0, 'hours-unknown', victim.hours.calendar);
}

const isSame = (victim: HeldPosition, deal: StopOutClose): boolean =>
  victim.product === deal.product &&
  victim.side === deal.side &&
  victim.lots === deal.lots &&
  victim.openPrice === deal.terms.openPrice &&
  victim.contractNumber === deal.contractNumber &&
  victim.quoteRate === deal.quoteRate &&
  victim.tickSeq === deal.tickSeq;
