/** How much of micro trades one person and the house may have at once (decisions D9.23, D9.122, D9.166). */
import { usable } from '#domain/account.ts';
import { formatDecimal, type Money, parseDecimal } from '#domain/decimal.ts';
import { microIncome } from '#domain/micro.ts';
import { MICRO_RUNNING_MAX, microWindow, personExposureMax } from '#domain/micro-stake.ts';
import { MICRO_FIELD_NAMES as NAMES } from '#protocol/micro-requests.ts';
import type { Trx } from '../../database/database.ts';
import { type Outcome, refused, refusedField } from '../../outcome.ts';
import { EVERYBODY, runningMicrosOf, takeExposure, takenExposure } from '../../repositories/micro-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { JudgedAccount } from '../judge/judge-account.ts';
import { holdsStale } from '../orders/order-terms.ts';
import { floatingProfit, fundsOf, isHolding } from '../orders/valuation.ts';
import type { MicroPlan } from './micro-opening.ts';

type Refusal = Outcome<never>;
/** A trade whose ratio is not known yet. */
export type MicroDraft = Omit<MicroPlan, 'ratio'>;

const outOfBounds = (stake: Money, message: string, allowed: string): Refusal =>
  refusedField('outOfBounds', { field: NAMES.stake, value: formatDecimal(stake), allowed }, message);

/** The first reason why this account may not have this trade now: what runs of it, and what can be paid. */
export async function accountRefusal(
  parts: DeskParts,
  trx: Trx,
  draft: MicroDraft,
  { account, live, quotes }: JudgedAccount,
): Promise<Refusal | undefined> {
  const running = (await runningMicrosOf(trx, [account.userId])).filter(({ accountType }) => accountType === account.type);
  // Both would win a tie (decision D1.4.10), and of two that end at different ticks it still costs nothing to have both.
  const isOpposite = running.some(({ productId, side }) => productId === draft.productId && side !== draft.side);
  if (isOpposite) return refused('durationInvalid', undefined, 'microOpposite');
  if (running.length >= MICRO_RUNNING_MAX) return outOfBounds(draft.stake, 'tooManyMicros', `at most ${MICRO_RUNNING_MAX} running at once`);
  const held = live.filter(isHolding);
  if (holdsStale(parts, held, quotes)) return refused('quoteStale');
  const floating = floatingProfit(held, (productId) => quotes.get(productId)?.price);
  return usable(fundsOf(account, floating)) < draft.stake ? refused('balanceTooSmall') : undefined;
}

/** Counts what the house may lose by the trade, or refuses it with nothing written. The last check, since it is a write. */
export async function exposureRefusal(
  parts: DeskParts,
  trx: Trx,
  plan: MicroPlan,
  { account }: JudgedAccount,
): Promise<Refusal | undefined> {
  const { realm, userId } = account;
  const houseMax = parseDecimal<Money>(parts.settings.get('micro_exposure_max')) ?? 0n;
  const amount = microIncome(plan);
  const taken = { realm, productId: plan.productId, windowMs: microWindow(plan.expireAtMs), amount };
  const own = { ...taken, userId, max: personExposureMax(realm, houseMax) };
  const tooMuch = () => outOfBounds(plan.stake, 'microExposure', 'less for this product and end');
  // Looked at before the house's is counted: of a trade that is refused nothing stays counted.
  if ((await takenExposure(trx, own)) + amount > own.max) return tooMuch();
  if (realm === 'real' && !(await takeExposure(trx, { ...taken, userId: EVERYBODY, max: houseMax }))) return tooMuch();
  if (!(await takeExposure(trx, own))) throw new Error(`user ${userId}: somebody else counted for a person whose account is locked`);
  return undefined;
}
