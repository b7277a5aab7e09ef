/**
 * A micro trade as it is filled in, as data: how it ends, how much is put on it; what is wrong with it, what it would come to, what is sent.
 * Times are UTC ms by the server's trading time. Nothing of the screen.
 */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import { type MicroSide, microIncome, microProfit } from '#domain/micro.ts';
import { durationOfEnd } from '#domain/micro-end.ts';
import type { MicroDuration, MicroTerms, NewMicro } from '#domain/micro-order.ts';
import { typedStake } from '#domain/micro-stake.ts';
import { slippageBound } from '../../../orders/slippage.ts';

/** `seconds`: of the chosen duration, 0 where none is; `endMs`: the chosen end, 0 where none is. `by` says which of the two counts. */
export type MicroForm = {
  readonly productId: number;
  readonly by: 'duration' | 'end';
  readonly seconds: number;
  readonly endMs: number;
  readonly amount: string;
};

export type MicroAction =
  | { readonly type: 'by'; readonly by: MicroForm['by'] }
  | { readonly type: 'seconds'; readonly seconds: number }
  | { readonly type: 'end'; readonly endMs: number }
  | { readonly type: 'amount'; readonly amount: string };

/** Whether a duration may be chosen now: it is on offer, and over before the market closes. */
export const isChoosable = ({ isOffered, endsAfterClose }: MicroDuration): boolean => isOffered && !endsAfterClose;

/** With the first duration that is offered, and the smallest preset that it takes: a trade is one tap away. */
export function initial(productId: number, { durations, amounts }: MicroTerms): MicroForm {
  const first = durations.find(isChoosable);
  const least = first?.limit ?? 0n;
  const amount = amounts.find((preset) => preset >= least) ?? least;
  return { productId, by: 'duration', seconds: first?.seconds ?? 0, endMs: 0, amount: amount > 0n ? formatDecimal(amount) : '' };
}

export function reduce(form: MicroForm, action: MicroAction): MicroForm {
  switch (action.type) {
    case 'by':
      return { ...form, by: action.by };
    case 'seconds':
      return { ...form, seconds: action.seconds };
    case 'end':
      return { ...form, endMs: action.endMs };
    case 'amount':
      return { ...form, amount: action.amount };
  }
}

/** What it is a trade of: the terms that hold for it, `undefined` where none is chosen or it is not offered any more. */
export function chosenTerms(form: MicroForm, { durations }: MicroTerms, nowMs: number): MicroDuration | undefined {
  const found =
    form.by === 'duration' ? durations.find(({ seconds }) => seconds === form.seconds) : durationOfEnd(durations, form.endMs - nowMs);
  return found && isChoosable(found) ? found : undefined;
}

type MicroProblems = { readonly duration?: 'missing'; readonly amount?: 'missing' | 'digits' | 'too-much' };

/**
 * What rules it out. That the amount should reach the limit of the duration is a hint: the server says whether it must (decision D1.5.16).
 * `usable`: what may be put on it, `undefined` where nobody knows.
 */
export function problems(form: MicroForm, terms: MicroDuration | undefined, usable: Money | undefined): MicroProblems {
  const amount = amountProblem(form.amount, usable);
  return { ...(terms ? {} : { duration: 'missing' as const }), ...(amount ? { amount } : {}) };
}

function amountProblem(text: string, usable: Money | undefined): MicroProblems['amount'] {
  if (!(Number(text) > 0)) return 'missing';
  const amount = typedStake(text);
  if (amount === undefined) return 'digits';
  return usable !== undefined && amount > usable ? 'too-much' : undefined;
}

type Outcome = { readonly income: Money; readonly returned: Money; readonly lost: Money };

/** What it would come to, right or wrong; `undefined` before there is an amount and a duration. Example: 100 at 0.85 gives 85, 185 and -100. */
export function outcome(form: MicroForm, terms: MicroDuration | undefined, lossLevel: string): Outcome | undefined {
  const amount = typedStake(form.amount);
  if (!terms || amount === undefined) return undefined;
  const order = { amount, ratio: terms.ratio };
  const income = microIncome(order);
  // A price below the open price: an up trade that has lost.
  const lost = microProfit({ ...order, side: 'up', openPrice: 2n, price: 1n, lossLevel });
  return { income, returned: amount + income, lost };
}

/** What is sent: with the ratio that the person saw, and the price that stood there with how far the opening may lie from it. */
export function summary(form: MicroForm, terms: MicroDuration, { side, seenPrice }: { side: MicroSide; seenPrice: number }): NewMicro {
  const end = form.by === 'end' ? { expireAtMs: form.endMs } : { seconds: terms.seconds };
  const { productId, amount } = form;
  return { productId, side, amount, ...end, seenRatio: terms.ratio, bound: slippageBound(seenPrice) };
}
