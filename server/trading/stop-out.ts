/**
 * Margin call and stop-out of one account at one tick, under its lock: call once, then close the largest loss, look again, repeat
 * until the level is above the site's stop-out level or nothing is left that can be closed (decisions D1.4.04, D9.06).
 */
import { marginLevelPercent } from '#domain/account.ts';
import { formatDecimal, type Ratio } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { deficitOf, lockPersonAccount, type PersonAccount } from '../ledger/person-account.ts';
import { insertMarginCall, removeMarginCall } from '../repositories/margin-call-repository.ts';
import { liveOrders, type OrderRecord } from '../repositories/order-repository.ts';
import { appendEvents, type OutboxEvent } from '../repositories/outbox-repository.ts';
import type { AccountRef } from './account-index.ts';
import { closedEvents, closePosition } from './close-position.ts';
import { type Judgement, judge, type MarketView } from './judgement.ts';
import type { BookQuote } from './tick-book.ts';
import { isHolding } from './valuation.ts';

/** The market as of a tick, with what a close needs. */
export type MarketAtTick = MarketView & {
  readonly quoteOf: (productId: number) => BookQuote | undefined;
  /** Tape time of the tick. */
  readonly timeMs: number;
};

export type StopOutRules = { readonly stopOutLevel: Ratio /** Injected clock. */; readonly nowMs: number };

const judgeLocked = (account: PersonAccount, live: readonly OrderRecord[], market: MarketView, level: Ratio): Judgement =>
  judge(
    {
      balance: account.parts.balance.balance,
      margin: account.parts.margin.balance,
      pending: account.parts.pending.balance,
      deficit: deficitOf(account),
      positions: live.filter(isHolding),
    },
    market,
    level,
  );

/** `text` is a message key: whoever pushes the notice knows the person's language. */
function notice(kind: 'margin_call' | 'stop_out', judgement: Judgement): OutboxEvent {
  const level = marginLevelPercent(judgement.funds);
  const text = kind === 'margin_call' ? 'marginCall' : 'stopOut';
  return { topic: 'NOTICE', payload: { data: { kind, level: level === undefined ? '--' : formatDecimal(level, 2), text } } };
}

/** Judges the account again under its lock and does what is due. Returns true when anything was written. */
export async function applyJudgement(trx: Trx, ref: AccountRef, market: MarketAtTick, rules: StopOutRules): Promise<boolean> {
  const account = await lockPersonAccount(trx, ref.userId, ref.type);
  let live = await liveOrders(trx, ref.userId, ref.type);
  let judgement = judgeLocked(account, live, market, rules.stopOutLevel);
  const events: OutboxEvent[] = [];
  if (judgement.level === 'low' && (await insertMarginCall(trx, ref, rules.nowMs))) events.push(notice('margin_call', judgement));

  const first = judgement;
  const closed: OrderRecord[] = [];
  // Each round closes one of at most 200 positions, so this ends.
  while (judgement.victim) {
    const { victim } = judgement;
    const quote = market.quoteOf(victim.product_id);
    if (!quote) throw new Error(`no price of product ${victim.product_id} to stop out order ${victim.id}`);
    const exit = { price: quote.price, seq: quote.seq, atMs: market.timeMs, reason: 'stopout' as const };
    const done = await closePosition(trx, account, victim, live, exit);
    if (!done) throw new Error(`order ${victim.id} changed under the lock of its account`);
    closed.push(done);
    live = live.filter((order) => order.id !== victim.id);
    judgement = judgeLocked(account, live, market, rules.stopOutLevel);
  }
  if (judgement.level === 'good') await removeMarginCall(trx, ref);
  if (closed.length > 0) events.push(...closedEvents(account, closed), notice('stop_out', first));
  await appendEvents(trx, ref.userId, events, rules.nowMs);
  return events.length > 0 || judgement.level === 'good';
}
