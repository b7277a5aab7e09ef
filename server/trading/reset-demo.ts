/** Resetting a demo account: everything is closed at the last tape price, whatever its age, and the balance set anew (decision D1.4.20). */
import type { Trx } from '../database/database.ts';
import { lockPersonAccount, type PersonAccount } from '../ledger/person-account.ts';
import { countPostings, LOG_TYPE, post } from '../ledger/post.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { liveOrders, type OrderRecord } from '../repositories/order-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { quotesOf } from '../repositories/quote-repository.ts';
import { balanceEvent } from './account-row.ts';
import { closedEvents, closePosition } from './close-position.ts';
import { type DeskParts, tradingAccountOf } from './desk-parts.ts';
import { demoBalance } from './open-accounts.ts';
import type { Trader } from './trading.ts';
import { isHolding } from './valuation.ts';

async function closeAll(trx: Trx, account: PersonAccount, atMs: number): Promise<OrderRecord[]> {
  let live = await liveOrders(trx, account.userId, account.type);
  const holding = live.filter(isHolding);
  const quotes = await quotesOf(
    trx,
    holding.map((order) => order.product_id),
  );
  const closed: OrderRecord[] = [];
  for (const order of holding) {
    const quote = quotes.get(order.product_id);
    const exit = { price: quote?.price ?? order.open_price, seq: quote?.seq ?? order.open_seq, atMs, reason: 'reset' as const };
    const done = await closePosition(trx, account, order, live, exit);
    if (done) closed.push(done);
    live = live.filter((other) => other.id !== order.id);
  }
  return closed;
}

/** The one log entry of a reset: from whatever is left to `demo_balance`. Numbered per user, so that every reset is posted once. */
async function restoreBalance(parts: DeskParts, trx: Trx, account: PersonAccount, atMs: number): Promise<void> {
  const amount = demoBalance(parts) - account.parts.balance.balance;
  if (amount === 0n) return;
  const refType = `user:${account.userId}`;
  const resets = await countPostings(trx, 'demo_reset', refType);
  await post(trx, {
    realm: account.realm,
    userId: account.userId,
    kind: 'demo_reset',
    refType,
    refId: resets + 1,
    logType: LOG_TYPE.demoReset,
    memo: '',
    atMs,
    entries: [
      { part: account.parts.balance, amount },
      { house: 'equity_in', amount: -amount },
    ],
  });
}

/** Runs in the transaction that took the call's key. */
export async function resetDemo(parts: DeskParts, trx: Trx, trader: Trader): Promise<Outcome<null>> {
  if (trader.realm !== 'demo') return refused('generic', undefined, 'demoOnly');
  const atMs = parts.tape.watermarkMs();
  const account = await lockPersonAccount(trx, trader.id, tradingAccountOf(trader));
  const closed = await closeAll(trx, account, atMs);
  await restoreBalance(parts, trx, account, atMs);
  const events = closed.length > 0 ? closedEvents(account, closed) : [balanceEvent(account)];
  await appendEvents(trx, trader.id, events, parts.clock.now());
  return done(null, 'demoReset');
}
