/** Resetting a demo account: everything is closed at the last tape price, whatever its age, micro trades are void, and the balance set anew (decision D1.4.20). */
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { removeWorkOfAccount } from '../../repositories/due-work-repository.ts';
import { nextOccurrence } from '../../repositories/ledger-log-repository.ts';
import { runningMicrosOf } from '../../repositories/micro-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { type JudgedAccount, lockJudged } from '../judge/judge-account.ts';
import { endMicro, voidEnding } from '../micro/micro-ending.ts';
import { microEvent } from '../micro/shown-micro.ts';
import { closedEvents, closePosition } from '../orders/close-position.ts';
import { closedAsAsked } from '../orders/deal-grounds.ts';
import { cancelOrderRow } from '../orders/pending-order.ts';
import { isHolding } from '../orders/valuation.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { demoBalance } from './open-accounts.ts';

type Ended = { readonly cancelled: readonly StoredOrder[]; readonly closed: readonly StoredOrder[] };

/** Every micro trade that runs comes to nothing; the account is flat by then. */
async function voidMicros(parts: DeskParts, trx: Trx, { account, seq }: JudgedAccount, atMs: number): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for (const micro of await runningMicrosOf(trx, [account.userId])) {
    const ended = await endMicro(
      trx,
      account,
      micro,
      voidEnding('reset', { endKnownSeq: seq, endSilenceMs: 0, completedAtMs: atMs }),
      true,
    );
    events.push(microEvent(ended, parts.catalogue.byId(micro.productId), atMs));
  }
  return events;
}

async function endAll(trx: Trx, { account, live: held, quotes, seq }: JudgedAccount, atMs: number): Promise<Ended> {
  let live = held;
  const [cancelled, closed]: [StoredOrder[], StoredOrder[]] = [[], []];
  const cancellation = { closeSeq: seq, end: 'reset' as const, completedAtMs: atMs };
  for (const order of live.filter((it) => it.state === 'pending')) {
    const done = await cancelOrderRow(trx, account, order, live, cancellation);
    if (!done) throw new Error(`order ${order.id} changed under the lock of its account`);
    cancelled.push(done);
    live = live.filter((other) => other.id !== order.id);
  }
  for (const order of live.filter(isHolding)) {
    const quote = quotes.get(order.productId);
    const exit = {
      ...{ price: quote?.price ?? order.openPrice, seq: quote?.seq ?? order.openSeq, atMs, reason: 'reset' as const },
      grounds: closedAsAsked('reset', order, seq, {}),
    };
    const done = await closePosition(trx, account, order, live, exit);
    if (done) closed.push(done);
    live = live.filter((other) => other.id !== order.id);
  }
  return { cancelled, closed };
}

/** The one log entry of a reset: from whatever is left to `demo_balance`. Numbered per user, so that every reset is posted once. */
async function restoreBalance(parts: DeskParts, trx: Trx, account: PersonAccount, atMs: number): Promise<void> {
  const amount = demoBalance(parts) - account.parts.balance.balance;
  if (amount === 0n) return;
  const posting = { kind: 'demo_reset', refType: 'user', refId: account.userId } as const;
  const next = await nextOccurrence(trx, posting.kind, posting.refType, posting.refId);
  await post(trx, {
    realm: account.realm,
    userId: account.userId,
    ...posting,
    occurrence: next,
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
  const judged = await lockJudged(parts, trx, { userId: trader.id, type: 'demo' });
  const { account, seq } = judged;
  const { cancelled, closed } = await endAll(trx, judged, atMs);
  const voided = await voidMicros(parts, trx, judged, atMs);
  await removeWorkOfAccount(trx, account);
  await restoreBalance(parts, trx, account, atMs);
  const events = [
    ...voided,
    ...cancelled.map(orderEvent),
    ...(closed.length > 0 ? closedEvents(account, closed) : [balanceEvent(account)]),
  ];
  await recordChange(trx, account, { seq, events, nowMs: parts.clock.now() });
  return done(null, 'demoReset');
}
