/**
 * A micro trade as it is filled in, as data: how it ends, how much is put on it; what is wrong with it, what it would come to, what is sent.
 * Times are UTC ms by the server's trading time. Nothing of the screen.
 */
import { formatDecimal, type Money, ONE, type Ratio } from '#domain/decimal.ts';
import { type MicroSide, microIncome, microProfit } from '#domain/micro.ts';
import { typedStake } from '#domain/micro-stake.ts';
import type { MicroDuration, MicroTerms, NewMicro } from '#domain/micro-trade.ts';
import { durationWithin, offeredUntil, TO_CONFIRM_MS } from '#domain/micro-until.ts';
import { slippageBound } from '../../../orders/slippage.ts';

/** `seconds`: of the chosen duration, 0 where none is; `untilMs`: the chosen end, 0 where none is. `by` says which of the two counts. */
export type MicroForm = {
  readonly productId: number;
  readonly by: 'duration' | 'until';
  readonly seconds: number;
  readonly untilMs: number;
  readonly stake: string;
};

/** `by`: with the terms of this moment, since an end that is offered is chosen. */
export type MicroAction =
  | { readonly type: 'by'; readonly by: MicroForm['by']; readonly terms: MicroTerms; readonly nowMs: number }
  | { readonly type: 'seconds'; readonly seconds: number }
  | { readonly type: 'until'; readonly untilMs: number }
  | { readonly type: 'stake'; readonly stake: string };

/** Whether a duration may be chosen now: it is on offer, and over before the market closes. */
export const isChoosable = ({ isOffered, endsAfterClose }: MicroDuration): boolean => isOffered && !endsAfterClose;

/** With the first duration that is offered, and the smallest preset that it takes: a trade is one tap away. */
export function initial(productId: number, { durations, stakes }: MicroTerms): MicroForm {
  const first = durations.find(isChoosable);
  const least = first?.minStake ?? 0n;
  const stake = stakes.find((preset) => preset >= least) ?? least;
  return { productId, by: 'duration', seconds: first?.seconds ?? 0, untilMs: 0, stake: stake > 0n ? formatDecimal(stake) : '' };
}

export function reduce(form: MicroForm, action: MicroAction): MicroForm {
  switch (action.type) {
    case 'by':
      return { ...form, by: action.by, untilMs: action.by === 'until' ? heldEnd(form.untilMs, action) : form.untilMs };
    case 'seconds':
      return { ...form, seconds: action.seconds };
    case 'until':
      return { ...form, untilMs: action.untilMs };
    case 'stake':
      return { ...form, stake: action.stake };
  }
}

/** What it is a trade of: the terms that hold for it, `undefined` where none is chosen or it is not offered any more. */
export function chosenTerms(form: MicroForm, terms: MicroTerms, nowMs: number): MicroDuration | undefined {
  if (form.by === 'until') return endTerms(form.untilMs, terms, nowMs);
  const found = terms.durations.find(({ seconds }) => seconds === form.seconds);
  return found && isChoosable(found) ? found : undefined;
}

/** The terms of a trade that ends at that time of the clock; `undefined` where none is offered. */
export function endTerms(untilMs: number, { durations }: MicroTerms, nowMs: number): MicroDuration | undefined {
  const found = durationWithin(durations, untilMs - nowMs);
  return found && isChoosable(found) ? found : undefined;
}

/** The times of the clock that may be chosen now, the nearest first. */
export const offeredEnds = (terms: MicroTerms, nowMs: number): number[] =>
  offeredUntil(terms.durations, nowMs).filter((untilMs) => endTerms(untilMs, terms, nowMs));

/** The end that was chosen as long as it is offered, else the nearest that still is when it has been confirmed; 0 where there is none. */
function heldEnd(chosenMs: number, { terms, nowMs }: { readonly terms: MicroTerms; readonly nowMs: number }): number {
  if (endTerms(chosenMs, terms, nowMs)) return chosenMs;
  return offeredEnds(terms, nowMs).find((untilMs) => endTerms(untilMs, terms, nowMs + TO_CONFIRM_MS)) ?? 0;
}

type MicroProblems = { readonly duration?: 'missing'; readonly stake?: 'missing' | 'digits' | 'too-much' | 'above-max' };

/**
 * What rules it out. That the stake should reach the limit of the duration is a hint: the server says whether it must (decision D1.5.16).
 * `usable`: what may be put on it, `undefined` where nobody knows.
 */
export function problems(form: MicroForm, terms: MicroDuration | undefined, usable: Money | undefined): MicroProblems {
  const stake = stakeFieldProblem(form.stake, terms, usable);
  return { ...(terms ? {} : { duration: 'missing' as const }), ...(stake ? { stake } : {}) };
}

/** Has more whole digits than an amount can be sent with (`parseDecimal`): more than there can be. */
const TOO_LONG = 10_000_000_000;
const BEYOND: Money = 10n ** 20n;

function stakeFieldProblem(text: string, terms: MicroDuration | undefined, usable: Money | undefined): MicroProblems['stake'] {
  if (!(Number(text) > 0)) return 'missing';
  const stake = Number(text) < TOO_LONG ? typedStake(text) : BEYOND;
  if (stake === undefined) return 'digits';
  if (usable !== undefined && stake > usable) return 'too-much';
  return terms && stake > terms.maxStake ? 'above-max' : undefined;
}

/** Whether the server will say that it is too little; it has the last word. */
export function isBelowLeast({ stake: text }: MicroForm, terms: MicroDuration | undefined): boolean {
  const stake = typedStake(text);
  return stake !== undefined && terms !== undefined && stake < terms.minStake;
}

type Outcome = { readonly income: Money; readonly totalReturn: Money; readonly lost: Money };

type Scene = { readonly usable: Money | undefined; readonly lossLevel: string };

/**
 * What it would come to, right or wrong; `undefined` before there is a duration, and of a stake that cannot be put on it. Example: 100 at 0.85
 * gives 85, 185 and -100.
 */
export function outcome(form: MicroForm, terms: MicroDuration | undefined, { usable, lossLevel }: Scene): Outcome | undefined {
  const stake = typedStake(form.stake);
  if (!terms || stake === undefined || stakeFieldProblem(form.stake, terms, usable)) return undefined;
  const trade = { stake, ratio: terms.ratio };
  const income = microIncome(trade);
  return { income, totalReturn: stake + income, lost: lostOf(trade, lossLevel) };
}

/** A price below the open price: an up trade that has lost. */
const lostOf = (trade: { readonly stake: Money; readonly ratio: Ratio }, lossLevel: string): Money =>
  microProfit({ ...trade, side: 'up', openPrice: 2n, price: 1n, lossLevel });

const HUNDRED: Money = 100n * ONE;

/** What a trade that is wrong loses, per 1 of its stake. Example: 1 of each at micro_loss_level '0', else the ratio. */
export const lossRatio = (ratio: Ratio, lossLevel: string): Ratio => -lostOf({ stake: HUNDRED, ratio }, lossLevel) / 100n;

/** What is sent: with the ratio and the price that the person saw, and how far from that price it may open. */
export function summary(form: MicroForm, terms: MicroDuration, { side, seenPrice }: { side: MicroSide; seenPrice: number }): NewMicro {
  const end = form.by === 'until' ? { expireAtMs: form.untilMs } : { seconds: terms.seconds };
  const { productId, stake } = form;
  return { productId, side, stake, ...end, seenRatio: terms.ratio, bound: slippageBound(seenPrice) };
}
