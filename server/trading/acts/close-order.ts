/** A person closes a position or a part of it: at the newest tick, never refused for frozen accounts or balances (decisions D1.4.04, D1.7.08). */

import { type Lots, parseDecimal } from '#domain/decimal.ts';
import { partProblem } from '#domain/lots.ts';
import type { AskedClose } from '#domain/order-request.ts';
import { closedToWire } from '#protocol/order-replies.ts';
import type { CloseReply } from '#protocol/rest/forex.ts';
import type { Trx } from '../../database/database.ts';
import { done, type Outcome, refused } from '../../outcome.ts';

import type { DeskParts } from '../desk-parts.ts';
import { fillTimeMs, isMarketOpen, quoteRefusal } from '../market/market-state.ts';
import { closedEvents, closePart, closePosition, type Exit } from '../orders/close-position.ts';
import { closedAsAsked, silenceNow } from '../orders/deal-grounds.ts';
import { orderEvent, recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { shownOrder } from '../views/shown-order.ts';
import { lockOwnOrder, type OwnOrder, wrongState } from './own-order.ts';

/** Lots to close; undefined when the text breaks a rule of decision D1.7.08. */
function askedPart({ order, product }: OwnOrder, text: string | undefined): Lots | undefined {
  if (text === undefined) return order.lots;
  const part = parseDecimal<Lots>(text);
  return part === undefined || partProblem(part, { ...product.lots, quantity: order.lots }) ? undefined : part;
}

/** Runs in the transaction that took the call's key. */
export async function closeOrder(parts: DeskParts, trx: Trx, trader: Trader, asked: AskedClose): Promise<Outcome<CloseReply>> {
  const own = await lockOwnOrder(parts, trx, trader, asked.id);
  if (!own) return refused('notFound');
  const { account, order, product, live, quotes, rules, seq } = own;
  if (order.state !== 'holding') return wrongState(own);
  const part = askedPart(own, asked.lots);
  if (part === undefined) return refused('lotsInvalid');
  if (!isMarketOpen(parts, product, rules)) return refused('marketClosed');
  const quote = quotes.get(product.id);
  const refusal = quoteRefusal(parts, quote, asked.bound);
  if (refusal || !quote) return refusal ?? refused('quoteStale');

  const grounds = closedAsAsked('close', order, seq, silenceNow(product.categoryId));
  const exit: Exit = { price: quote.price, seq: quote.seq, atMs: fillTimeMs(parts, quote), reason: 'manual', grounds };
  const isPart = part < order.lots;
  const { closed, rest } = isPart
    ? await closePart(trx, account, order, live, part, exit)
    : { closed: await closePosition(trx, account, order, live, exit), rest: undefined };
  if (!closed) throw new Error(`order ${order.id} changed under the lock of its account`);
  const events = closedEvents(account, [closed]);
  await recordChange(trx, account, {
    seq,
    events: rest ? [orderEvent(rest), ...events] : events,
    nowMs: parts.clock.now(),
  });
  const shown = { order: shownOrder(closed, product, undefined), rest: rest && shownOrder(rest, product, quote.price) };
  return done(closedToWire(shown, order.id), isPart ? 'partClosed' : 'orderClosed');
}
