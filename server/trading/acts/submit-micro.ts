/**
 * Opening a micro trade: at the newest tick read after the locks, for a stake that leaves the cash, on the terms that the odds leave of the
 * operator's (decisions D9.19 to D9.23, D1.4.10, D1.4.12). Every check before the first write.
 */
import { formatDecimal, type Money, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { stakeProblem, typedStake } from '#domain/micro-stake.ts';
import { durationWithin } from '#domain/micro-until.ts';
import { SECOND_MS } from '#domain/time-units.ts';
import { type AskedMicro, MICRO_FIELD_NAMES as NAMES } from '#protocol/micro-requests.ts';
import { submittedMicroToWire } from '#protocol/micro-wire.ts';
import type { MicroSubmitReply } from '#protocol/rest/micro.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import { done, invalidField, type Outcome, refused, refusedField } from '../../outcome.ts';
import type { QuoteRow } from '../../repositories/quote-repository.ts';
import { hasMicro } from '../../site/production-settings.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { JudgedAccount } from '../judge/judge-account.ts';
import { isMarketOpen, isTickOld, quoteRefusal } from '../market/market-state.ts';
import { accountRefusal, exposureRefusal, type MicroDraft } from '../micro/micro-limits.ts';
import { durationRows, type ListedRow, ratioNow } from '../micro/micro-offers.ts';
import { openMicro } from '../micro/micro-opening.ts';
import { microEvent, shownMicro } from '../micro/shown-micro.ts';
import { silenceNow } from '../orders/deal-grounds.ts';
import { ownRefusal } from '../orders/own-refusal.ts';
import { recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { lockTrading } from './lock-trading.ts';

type Refusal = Outcome<never>;

/** A micro trade that may be asked for; what the account and the market say about it comes later. */
type Ask = { readonly product: Product; readonly stake: Money; readonly asked: AskedMicro };

/** A duration of the list or a time in its place, one of the two; a time is a whole second, as a clock shows it. */
function timeRefusal({ seconds, expireAtMs }: AskedMicro): Refusal | undefined {
  const field = (name: string, value: string, allowed: string) => invalidField({ field: name, value, allowed }) as Refusal;
  if (expireAtMs === undefined)
    return seconds === undefined ? field(NAMES.seconds, '', `${NAMES.seconds} or ${NAMES.until} is required`) : undefined;
  if (seconds !== undefined) return field(NAMES.until, String(expireAtMs), `${NAMES.seconds} or ${NAMES.until}, not both`);
  return expireAtMs % SECOND_MS === 0 ? undefined : field(NAMES.until, String(expireAtMs), 'a whole second, in unix ms');
}

/** What follows from the request alone: a micro trade to look at further, or the first refusal. */
function askOf(parts: DeskParts, trader: Trader, asked: AskedMicro): Ask | Refusal {
  if (!hasMicro(parts.profile, parts.settings)) return refused('microOff');
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
type Run = { readonly row: ListedRow; readonly openMs: number; readonly expireAtMs: number };

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

/** Why it may not run for so long now: it would end after the close. */
const closeRefusal = ({ catalogue }: DeskParts, { product }: Ask, { row, openMs, expireAtMs }: Run): Refusal | undefined =>
  catalogue.isOpenThrough(product, openMs, expireAtMs)
    ? undefined
    : durationRefusal(String(row.seconds), 'a duration that ends before the market closes');

/** The ratio that it opens at, or why it may not: the odds allow none, or a worse one than was seen. Asked when nothing else forbids it. */
function ratioOf(parts: DeskParts, { product, asked }: Ask, { row, openMs }: Run): Ratio | Refusal {
  const ratio = ratioNow(parts, row, product, openMs);
  if (ratio === undefined) return durationRefusal(String(row.seconds), 'a duration that is offered now');
  if (asked.seenRatio === undefined || ratio >= asked.seenRatio) return ratio;
  return refusedField(
    'priceMoved',
    { field: NAMES.ratio, value: formatDecimal(asked.seenRatio), allowed: `at most ${formatDecimal(ratio)}` },
    'ratioMoved',
  );
}

/** Trading time at acceptance (decision D9.20): tape time, never before what the account is judged by. */
const openTime = ({ clock }: DeskParts, quote: QuoteRow, tapeMs: number): number => Math.max(clock.now(), quote.time_ms, tapeMs);

type Drafted = { readonly run: Run; readonly draft: MicroDraft };

/** The trade by the market of the account's picture, or the first reason why there is none. */
function draftOf(parts: DeskParts, ask: Ask, { quotes, rules, tapeMs, seq }: JudgedAccount): Drafted | Refusal {
  const { product, stake, asked } = ask;
  const quote = quotes.get(product.id);
  if (!isMarketOpen(parts, product, rules)) return refused('marketClosed');
  const refusal = quoteRefusal(parts, quote, asked.bound);
  if (refusal) return refusal;
  if (quote === undefined || isTickOld(parts, quote)) return refused('quoteStale');
  const run = runOf(parts, ask, openTime(parts, quote, tapeMs));
  if ('code' in run) return run;
  const problem = stakeRefusal(parts, ask, run) ?? closeRefusal(parts, ask, run);
  if (problem) return problem;
  const draft = {
    ...{ productId: product.id, side: asked.side, stake, duration: run.row.seconds },
    seconds: Math.floor((run.expireAtMs - run.openMs) / SECOND_MS),
    expireAtMs: run.expireAtMs,
    openPrice: quote.price satisfies Price,
    openSeq: quote.seq,
    openKnownSeq: seq,
    openSilenceMs: silenceNow(product.categoryId).silenceMs ?? 0,
    lossLevel: parts.settings.get('micro_loss_level'),
    createdAtMs: run.openMs,
  };
  return { run, draft };
}

/** Runs in the transaction that took the call's key. Looks at everything, then writes everything. Throws `OddsNotKeptError` as `ratioNow` does. */
export async function submitMicro(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedMicro): Promise<Outcome<MicroSubmitReply>> {
  const ask = askOf(parts, trader, asked);
  if ('code' in ask) return ask;
  const { product } = ask;
  const judged = await lockTrading(parts, trx, trader, { usual: 'micro', productId: product.id });
  const drafted = draftOf(parts, ask, judged);
  if ('code' in drafted) return drafted;
  const { run, draft } = drafted;
  const own = await ownRefusal(parts, trx, trader, { stake: draft.stake, loss: draft.stake, isMicro: true });
  const forbidden = own ?? (await accountRefusal(parts, trx, draft, judged));
  if (forbidden) return forbidden;
  const ratio = ratioOf(parts, ask, run);
  if (typeof ratio === 'object') return ratio;
  const plan = { ...draft, ratio };
  const tooMuch = await exposureRefusal(parts, trx, plan, judged);
  if (tooMuch) return tooMuch;
  const { account, seq, tapeMs } = judged;
  const micro = await openMicro(trx, account, plan, tapeMs);
  const nowMs = parts.clock.now();
  await recordChange(trx, account, { seq, events: [microEvent(micro, product, nowMs), balanceEvent(account)], nowMs });
  return done(submittedMicroToWire(shownMicro(micro, product, nowMs)), 'microPlaced');
}
