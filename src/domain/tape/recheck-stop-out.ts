/** Rechecks a stop-out: the account was at or below its level, and of the positions that could be closed this one had the largest loss. */
import { isMarginLevelAtOrBelow } from '../account.ts';
import type { Money } from '../decimal.ts';
import { contractProfit } from '../profit.ts';
import { type CoveredTape, must, newestLife, newestPrice, newestTick } from './covered-tape.ts';
import { isOpenAt } from './deal-open-hours.ts';
import type { HeldPosition } from './deal-terms.ts';
import type { StopOutClose } from './signed-deal.ts';
import { newestBlocks, silenceOf } from './silence.ts';
import type { TapeTick } from './tape-tick.ts';

type Worth = { readonly position: HeldPosition; readonly profit: Money; readonly canClose: boolean };

/** What a position was worth: its profit at its tick, nothing where the account is judged up to there already. */
function worthOf(position: HeldPosition, deal: StopOutClose, tape: CoveredTape, ticks: readonly TapeTick[]): Worth {
  if (position.tickSeq === 0 || position.fromSeq >= deal.knownSeq) return { position, profit: 0n, canClose: false };
  const block = tape.blockOf(position.tickSeq);
  const named = tape.ticksOf(block.entry.height, block.entry.height)[position.tickSeq - block.entry.firstSeq];
  const newest = newestTick(ticks, position.product);
  const isNewest = newest ? newest.seq === position.tickSeq : position.tickSeq < (ticks[0]?.seq ?? 0);
  const isIt = named?.productId === position.product && !named.confirm && isNewest;
  // A confirm repeats the price of the newest tick, however long ago that was.
  const isPrice = named?.price === (newestPrice(ticks, position.product) ?? named?.price);
  must(isIt && isPrice, 'wrong-tick', `tick ${position.tickSeq} of order ${position.order}`);
  const life = newestLife(ticks, position.product);
  // Freshness in judgement is counted in seconds of blocks.
  const isFresh = life !== undefined && tape.secondOf(deal.knownSeq) - tape.secondOf(life.seq) < silenceOf(position);
  const timeMs = ticks.at(-1)?.timeMs ?? deal.timeMs;
  const profit = contractProfit({ ...position, price: named.price });
  return { position, profit, canClose: isFresh && isOpenAt(position.hours, deal.knownSeq, timeMs) };
}

/** The largest loss first, of equal ones the older. */
const byLoss = (one: Worth, other: Worth): number =>
  one.profit === other.profit ? one.position.order - other.position.order : one.profit < other.profit ? -1 : 1;

/** Of the positions that it goes by: what was looked through for one was looked through for all. */
export const longestSilence = ({ terms: { positions } }: StopOutClose): number => Math.max(...positions.map(silenceOf));

/** Throws `Told` when the deal is not as it should be. */
export function recheckStopOut(deal: StopOutClose, tape: CoveredTape): void {
  const ticks = tape.ticksBefore(deal.knownSeq, newestBlocks(longestSilence(deal)));
  const { balance, held, pending, deficit, positions, openPrice } = deal.terms;
  const worths = positions.map((position) => worthOf(position, deal, tape, ticks));
  must(deal.timeMs === ticks.at(-1)?.timeMs, 'wrong-tick', `${deal.timeMs} ms`);
  const floatingProfit = worths.reduce<Money>((sum, { profit }) => sum + profit, 0n);
  must(isMarginLevelAtOrBelow({ balance, margin: held, pending, deficit, floatingProfit }, deal.level), 'level');
  const victim = worths.filter(({ canClose }) => canClose).sort(byLoss)[0]?.position;
  must(victim?.order === deal.order, 'victim', `order ${victim?.order}`);
  const isSame =
    victim.product === deal.product &&
    victim.side === deal.side &&
    victim.lots === deal.lots &&
    victim.openPrice === openPrice &&
    victim.contractNumber === deal.contractNumber &&
    victim.quoteRate === deal.quoteRate &&
    victim.tickSeq === deal.tickSeq;
  must(isSame, 'victim', `order ${victim.order}`);
}
