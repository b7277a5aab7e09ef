/**
 * A person gives a pending order another price (decision D9.430): what was held for the old one comes free and what the new one takes is held,
 * in one transaction, so that the order is never lost and never there twice. It is checked as an order that is placed. It waits for the new
 * price from the tick after the newest one, which its receipt counts from.
 */
import { type Money, maxDecimal, type Price } from '#domain/decimal.ts';
import type { AskedAmend } from '#domain/order-request.ts';
import { triggerSideOf } from '#domain/stops.ts';
import { filledToWire } from '#protocol/order-replies.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import type { Amendment } from '../../repositories/order-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { accountRefusal, type Cost, costOfWaiting } from '../orders/order-terms.ts';
import { ownRefusal } from '../orders/own-refusal.ts';
import { amendPendingOrder } from '../orders/pending-order.ts';
import { triggerQuote } from '../orders/trigger-quote.ts';
import { stopsRefusal, typedTarget } from '../orders/typed-stops.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockOwnOrder, type OwnOrder, wrongState } from './own-order.ts';

/** The account as it is once what the order holds back is free. */
function withoutLock({ parts, ...account }: PersonAccount, { margin, fee }: StoredOrder): PersonAccount {
  const { balance } = parts;
  return { ...account, parts: { ...parts, balance: { ...balance, balance: balance.balance + margin + fee } } };
}

/** The first reason why the order cannot have this price. The turnover and the fee that it stands for already are not asked for again. */
async function refusalOf(
  parts: DeskParts,
  trx: Trx,
  trader: Trader,
  { account, live, quotes, order, product }: OwnOrder,
  cost: Cost,
): Promise<Outcome<never> | undefined> {
  const more = (now: Money, before: Money): Money => maxDecimal<Money>(0n, now - before);
  const risk = { stake: more(cost.margin, order.margin), loss: more(cost.fee, order.fee), isMicro: false };
  const others = live.filter(({ id }) => id !== order.id);
  return (
    (await ownRefusal(parts, trx, trader, risk)) ??
    accountRefusal(parts, { ...order, product }, cost, { account: withoutLock(account, order), live: others, quotes })
  );
}

/** Runs in the transaction that took the call's key. Looks at everything, then writes everything. */
export async function amendOrder(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedAmend): Promise<Outcome<FillReply>> {
  const own = await lockOwnOrder(parts, trx, trader, asked.id);
  if (!own) return refused('notFound');
  const { account, order, product, quotes, rules, seq } = own;
  if (order.state !== 'pending') return wrongState(own);
  if (trader.frozen) return refused('frozen');
  const target = typedTarget(product, asked.orderPrice);
  if (typeof target === 'object') return target;
  const quote = triggerQuote(parts, product, rules, quotes);
  if (quote === undefined) return refused('quoteStale');
  const answer = (now: StoredOrder): Outcome<FillReply> => done(filledToWire(shownOrder(now, product, quote.price), seq), 'orderAmended');
  if (target === order.askedPrice) return answer(order);
  const cost = costOfWaiting(order, target, rules);
  const refusal = stopsRefusal(order.side, target, order) ?? (await refusalOf(parts, trx, trader, own, cost));
  if (refusal) return refusal;

  const amended = await amendPendingOrder(trx, account, order, amendmentOf(target, quote.price, cost, seq), parts.tape.watermarkMs());
  await recordChange(trx, account, { seq, events: [orderEvent(amended), balanceEvent(account)], nowMs: parts.clock.now() });
  return answer(amended);
}

const amendmentOf = (target: Price, price: Price, { margin, fee }: Cost, seq: number): Amendment => ({
  askedPrice: target,
  triggerSide: triggerSideOf(target, price),
  evalFrom: seq,
  margin,
  fee,
});
