/**
 * Opening a micro trade: at the newest tick read after the locks, for a stake that leaves the cash, on the terms that the odds leave of the
 * operator's (decisions D9.19 to D9.23, D1.4.10, D1.4.12). Every check before the first write.
 */
import { usable } from '#domain/account.ts';
import { formatDecimal, type Money, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { type MicroSide, microIncome } from '#domain/micro.ts';
import type { DurationRow } from '#domain/micro-settings.ts';
import { MICRO_RUNNING_MAX, microWindow, stakeProblem, typedStake } from '#domain/micro-stake.ts';
import { durationWithin } from '#domain/micro-until.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { type AskedMicro, MICRO_FIELD_NAMES as NAMES } from '#protocol/micro-requests.ts';
import { submittedMicroToWire } from '#protocol/micro-wire.ts';
import type { MicroSubmitReply } from '#protocol/rest/micro.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import { done, invalidField, type Outcome, refused, refusedField } from '../../outcome.ts';
import { runningMicrosOf, takeExposure } from '../../repositories/micro-repository.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import { type DeskParts, microAccountOf } from '../desk-parts.ts';
import { type JudgedAccount, lockJudged } from '../judge/judge-account.ts';
import { isMarketOpen, isTickOld, quoteRefusal } from '../market/market-state.ts';
import { durationRows, offerOf } from '../micro/micro-offers.ts';
import { type MicroPlan, openMicro } from '../micro/micro-opening.ts';
import { microEvent, shownMicro } from '../micro/shown-micro.ts';
import { holdsStale } from '../orders/order-terms.ts';
import { floatingProfit, fundsOf, isHolding } from '../orders/valuation.ts';
import { recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';

const SECOND_MS = 1_000;
type Refusal = Outcome<never>;

/** A micro trade that may be asked for; what the account and the market say about it comes later. */
type Ask = { readonly product: Product; readonly stake: Money; readonly asked: AskedMicro };

/** A duration of the list or a time in its place, one of the two; a time is a whole second, as a clock shows it. */
function timeRefusal({ seconds, expireAtMs }: AskedMicro): Refusal | undefined {
  const field = (name: string, value: string, allowed: string) => invalidField({ field: name, value, allowed }) as Refusal;
  if (expireAtMs === undefined) return seconds === undefined ? field(NAMES.seconds, '', 'seconds is required') : undefined;
  if (seconds !== undefined) return field(NAMES.until, String(expireAtMs), `${NAMES.seconds} or ${NAMES.until}, not both`);
  return expireAtMs % SECOND_MS === 0 ? undefined : field(NAMES.until, String(expireAtMs), 'a whole second, in unix ms');
}

/** What follows from the request alone: a micro trade to look at further, or the first refusal. */
function askOf(parts: DeskParts, trader: Trader, asked: AskedMicro): Ask | Refusal {
  if (!isOn(parts.settings.get('is_micro'))) return refused('microOff');
  const product = parts.catalogue.byId(asked.productId);
  if (!product) return refused('notFound');
  if (trader.frozen) return refused('frozen');
  const stake = typedStake(asked.stake);
  if (stake === undefined) {
    return invalidField({
      field: NAMES.stake,
      value: asked.stake,
      allowed: 'an amount above 0 with at most 2 digits after the point',
    }) as Refusal;
  }
  const problem = timeRefusal(asked);
  if (problem) return problem;
  return isMarketOpen(parts, product) ? { product, stake, asked } : refused('marketClosed');
}

/** What a trade that opens now would run on. */
type Run = { readonly row: DurationRow; readonly openMs: number; readonly expireAtMs: number };

/** The duration that is asked for, or the one whose terms hold up to the time that is; or the refusal 1203. */
function runOf(parts: DeskParts, { product, asked }: Ask, openMs: number): Run | Refusal {
  const rows = durationRows(parts, product);
  const { seconds, expireAtMs } = asked;
  const row = expireAtMs === undefined ? rows.find((it) => it.seconds === seconds) : durationWithin(rows, expireAtMs - openMs);
  if (row) return { row, openMs, expireAtMs: expireAtMs ?? openMs + row.seconds * SECOND_MS };
  const offered = rows.map((it) => it.seconds).join(', ');
  if (expireAtMs === undefined) return durationRefusal(String(seconds), offered || 'no duration');
  return refusedField('durationInvalid', {
    field: NAMES.until,
    value: String(expireAtMs),
    allowed: `a time in at least ${rows[0]?.seconds ?? 0} and at most ${rows.at(-1)?.seconds ?? 0} seconds`,
  });
}

const durationRefusal = (value: string, allowed: string): Refusal =>
  refusedField('durationInvalid', { field: NAMES.seconds, value, allowed });

/** The stake by the duration's bounds: 1202 below its least, 1302 above its largest or off the step. */
function stakeRefusal(parts: DeskParts, { stake, asked }: Ask, { row }: Run): Refusal | undefined {
  const step = parseDecimal<Money>(parts.settings.get('micro_step')) ?? 1n;
  const problem = stakeProblem(stake, { ...row, step });
  if (problem === undefined) return undefined;
  const field = (allowed: string) => ({ field: NAMES.stake, value: asked.stake, allowed });
  if (problem === 'below-min') return refusedField('belowLimit', field(`at least ${formatDecimal(row.minStake)}`));
  const allowed = problem === 'above-max' ? `at most ${formatDecimal(row.maxStake)}` : `a multiple of ${formatDecimal(step)}`;
  return refusedField('outOfBounds', field(allowed));
}

/** The ratio that it opens at, or the first reason why it may not: it ends after the close, the odds allow none, or a worse one than was seen. */
function ratioOf(parts: DeskParts, { product, asked }: Ask, run: Run): Ratio | Refusal {
  const offer = offerOf(parts, run.row, { product, ...run });
  const seconds = String(run.row.seconds);
  if (offer.endsAfterClose) return durationRefusal(seconds, 'a duration that ends before the market closes');
  if (!offer.isOffered) return durationRefusal(seconds, 'a duration that is offered now');
  if (asked.seenRatio === undefined || offer.ratio >= asked.seenRatio) return offer.ratio;
  return refusedField(
    'priceMoved',
    { field: NAMES.ratio, value: formatDecimal(asked.seenRatio), allowed: `at most ${formatDecimal(offer.ratio)}` },
    'ratioMoved',
  );
}

/** Whether two trades of one person could both win a tie (decision D1.4.10): opposite, of one product, and of one duration or one end. */
const isOpposite = (micro: StoredMicro, side: MicroSide, plan: MicroPlan): boolean =>
  micro.productId === plan.productId &&
  micro.side !== side &&
  (micro.duration === plan.duration || Math.abs(micro.expireAtMs - plan.expireAtMs) < SECOND_MS);

/** The first reason why this account may not have this trade now; the exposure of the house is the last, since it is counted by a write. */
async function accountRefusal(
  parts: DeskParts,
  trx: Trx,
  plan: MicroPlan,
  { account, live, quotes }: JudgedAccount,
): Promise<Refusal | undefined> {
  const running = (await runningMicrosOf(trx, [account.userId])).filter(({ accountType }) => accountType === account.type);
  const outOfBounds = (message: string, allowed: string) =>
    refusedField('outOfBounds', { field: NAMES.stake, value: formatDecimal(plan.stake), allowed }, message);
  if (running.some((micro) => isOpposite(micro, plan.side, plan))) return refused('durationInvalid', undefined, 'microOpposite');
  if (running.length >= MICRO_RUNNING_MAX) return outOfBounds('tooManyMicros', `at most ${MICRO_RUNNING_MAX} running at once`);
  const held = live.filter(isHolding);
  if (holdsStale(parts, held, quotes)) return refused('quoteStale');
  const floating = floatingProfit(held, (productId) => quotes.get(productId)?.price);
  if (usable(fundsOf(account, floating)) < plan.stake) return refused('balanceTooSmall');
  const exposure = { realm: account.realm, productId: plan.productId, windowMs: microWindow(plan.expireAtMs) };
  const max = parseDecimal<Money>(parts.settings.get('micro_exposure_max')) ?? 0n;
  const isTaken = await takeExposure(trx, { ...exposure, amount: microIncome(plan), max });
  return isTaken ? undefined : outOfBounds('microExposure', 'less for this product and end');
}

/** Trading time at acceptance (decision D9.20): tape time, never before what the account is judged by. */
const openTime = ({ clock }: DeskParts, quote: QuoteRow, tapeMs: number): number => Math.max(clock.now(), quote.time_ms, tapeMs);

/** The trade by the market of the account's picture, or the first reason why there is none. */
function planOf(parts: DeskParts, ask: Ask, { quotes, rules, tapeMs }: JudgedAccount): MicroPlan | Refusal {
  const { product, stake, asked } = ask;
  const quote = quotes.get(product.id);
  if (!isMarketOpen(parts, product, rules)) return refused('marketClosed');
  const refusal = quoteRefusal(parts, quote, asked.bound);
  if (refusal) return refusal;
  if (quote === undefined || isTickOld(parts, quote)) return refused('quoteStale');
  const run = runOf(parts, ask, openTime(parts, quote, tapeMs));
  if ('code' in run) return run;
  const problem = stakeRefusal(parts, ask, run);
  if (problem) return problem;
  const ratio = ratioOf(parts, ask, run);
  if (typeof ratio === 'object') return ratio;
  return {
    ...{ productId: product.id, side: asked.side, stake, ratio, duration: run.row.seconds },
    seconds: Math.floor((run.expireAtMs - run.openMs) / SECOND_MS),
    expireAtMs: run.expireAtMs,
    openPrice: quote.price satisfies Price,
    openSeq: quote.seq,
    lossLevel: parts.settings.get('micro_loss_level'),
    createdAtMs: run.openMs,
  };
}

/** Runs in the transaction that took the call's key. Looks at everything, then writes everything. */
export async function submitMicro(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedMicro): Promise<Outcome<MicroSubmitReply>> {
  const ask = askOf(parts, trader, asked);
  if ('code' in ask) return ask;
  const { product } = ask;
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: microAccountOf(trader) }, product.id);
  const plan = planOf(parts, ask, judged);
  if ('code' in plan) return plan;
  const refusal = await accountRefusal(parts, trx, plan, judged);
  if (refusal) return refusal;
  const { account, seq, tapeMs } = judged;
  const micro = await openMicro(trx, account, plan, tapeMs);
  const nowMs = parts.clock.now();
  await recordChange(trx, account, { seq, events: [microEvent(micro, product, nowMs), balanceEvent(account)], nowMs });
  return done(submittedMicroToWire(shownMicro(micro, product, nowMs)), 'microPlaced');
}
