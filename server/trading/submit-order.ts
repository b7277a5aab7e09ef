/**
 * A market order: every check on the server, the price from the newest tick read after the locks, order, deal, ledger, events and
 * answer in one transaction (specification S1 section 4; decisions D1.4.02, D1.4.03, D1.4.08, D1.5.15).
 */
import { usable } from '#domain/account.ts';
import type { Side } from '#domain/contract.ts';
import { type Lots, type Money, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { tradeFee } from '#domain/fee.ts';
import { lotsProblem } from '#domain/lots.ts';
import { initialMargin } from '#domain/margin.ts';
import type { FillReply } from '#protocol/rest/forex.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import { lockPersonAccount, type PersonAccount } from '../ledger/person-account.ts';
import { LOG_TYPE, post } from '../ledger/post.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { insertDeal, insertOrder, liveOrders, type NewOrder, ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { allQuotes, type QuoteRow } from '../repositories/quote-repository.ts';
import { balanceEvent } from './account-row.ts';
import { type DeskParts, tradingAccountOf } from './desk-parts.ts';
import { fillTimeMs, isMarketOpen, isStale, quoteRefusal, type SlippageBound, slippageBound } from './market-state.ts';
import { orderRow } from './order-row.ts';
import type { SubmitFields, Trader } from './trading.ts';
import { floatingProfit, fundsOf, isHolding } from './valuation.ts';

/** Holding and pending orders of one account (decision D1.4.27). */
export const OPEN_ORDERS_MAX = 200;

/** An order that may be asked for; what the account and the market say about it comes later. */
type Ask = {
  readonly product: Product;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly bound: SlippageBound;
};
type Cost = { readonly margin: Money; readonly fee: Money };

const isZero = (text: string): boolean => parseDecimal(text) === 0n;

/** The leverage to use, or undefined when the product offers no such one; MarginMode 1 ignores it (decision D1.2.24). */
function leverageOf(product: Product, multiple: string): number | undefined {
  if (product.marginMode === 1) return 1;
  const asked = Number(multiple || '0');
  return product.multiples.some((offered) => offered.value === asked) ? asked : undefined;
}

/** What the fields alone tell, in the order of decision D1.5.15: an order to look at further, or the first refusal. */
function askOf(parts: DeskParts, trader: Trader, fields: SubmitFields): Ask | Outcome<never> {
  const product = parts.catalogue.byId(Number(fields.forex_id));
  if (!product) return refused('notFound');
  const asksMore =
    fields.status !== '1' || [fields.target_price, fields.stop_loss_price, fields.target_profit_price].some((it) => !isZero(it));
  if (asksMore) return refused('featureOff');
  if (trader.frozen) return refused('frozen');
  const leverage = leverageOf(product, fields.multiple);
  if (leverage === undefined) return refused('leverageInvalid');
  const lots = parseDecimal<Lots>(fields.cont);
  const rules = { pip: product.pip, min: product.lotsMin, max: product.lotsMax };
  if (lots === undefined || lotsProblem(lots, rules)) return refused('lotsInvalid');
  if (!isMarketOpen(parts, product)) return refused('marketClosed');
  return { product, side: fields.type === '1' ? 'buy' : 'sell', lots, leverage, bound: slippageBound(fields) };
}

function costOf(parts: DeskParts, ask: Ask, quote: QuoteRow): Cost {
  const { product, lots, leverage } = ask;
  const margin = initialMargin({ ...product, lots, price: quote.price, leverage });
  const feeType = parts.settings.get('trade_fee_type');
  const rate = (feeType === '1' ? product.feePerLot : product.feeOfMargin) as Ratio;
  return { margin, fee: tradeFee({ feeType, lots, margin, rate }) };
}

/** True when the market of a held product is open but its source silent: then nobody knows what the account is worth. */
function holdsStale(parts: DeskParts, held: readonly OrderRecord[], quotes: ReadonlyMap<number, QuoteRow>): boolean {
  return held.some((order) => {
    const product = parts.catalogue.byId(order.product_id);
    return product !== undefined && isMarketOpen(parts, product) && isStale(parts, quotes.get(product.id));
  });
}

type Situation = { readonly account: PersonAccount; readonly live: readonly OrderRecord[]; readonly quotes: ReadonlyMap<number, QuoteRow> };

/** The first reason why this account cannot have this order now, or undefined. */
function accountRefusal(parts: DeskParts, cost: Cost, { account, live, quotes }: Situation): Outcome<never> | undefined {
  if (live.length >= OPEN_ORDERS_MAX) return refused('generic', { max: String(OPEN_ORDERS_MAX) }, 'tooManyOrders');
  const held = live.filter(isHolding);
  if (holdsStale(parts, held, quotes)) return refused('quoteStale');
  // A margin that rounds to nothing could never be stopped out.
  if (cost.margin <= 0n) return refused('marginTooSmall');
  const floating = floatingProfit(held, (productId) => quotes.get(productId)?.price);
  return usable(fundsOf(account, floating)) < cost.margin + cost.fee ? refused('balanceTooSmall') : undefined;
}

function newOrder(trader: Trader, ask: Ask, cost: Cost, fill: { quote: QuoteRow; evalFrom: number; atMs: number }): NewOrder {
  const { product, side, lots, leverage } = ask;
  const { price, seq } = fill.quote;
  return {
    user_id: trader.id,
    realm: trader.realm,
    account_type: tradingAccountOf(trader),
    product_id: product.id,
    status: ORDER_STATUS.holding,
    side,
    lots,
    asked_price: price,
    open_price: price,
    close_price: 0n,
    margin: cost.margin,
    fee: cost.fee,
    profit: 0n,
    stop_loss: 0n,
    take_profit: 0n,
    leverage,
    margin_mode: product.marginMode,
    contract_number: product.contractNumber,
    quote_rate: product.quoteRate,
    open_seq: seq,
    close_seq: 0,
    eval_from: fill.evalFrom,
    close_reason: '',
    origin_id: 0,
    parent_id: 0,
    follow_type: 1,
    created_at: fill.atMs,
    opened_at: fill.atMs,
    completed_at: 0,
  };
}

/** Moves margin into its lock and the fee to the house; both refer to the deal. */
async function postOpening(trx: Trx, account: PersonAccount, order: OrderRecord, dealId: number): Promise<void> {
  const { balance, margin } = account.parts;
  const cause = {
    realm: order.realm,
    userId: order.user_id,
    refType: 'deal',
    refId: dealId,
    memo: String(order.id),
    atMs: order.opened_at,
  };
  await post(trx, {
    ...cause,
    kind: 'margin_lock',
    logType: LOG_TYPE.margin,
    entries: [
      { part: balance, amount: -order.margin },
      { part: margin, amount: order.margin },
    ],
  });
  if (order.fee === 0n) return;
  await post(trx, {
    ...cause,
    kind: 'fee',
    logType: LOG_TYPE.fee,
    entries: [
      { part: balance, amount: -order.fee },
      { house: 'fees', amount: order.fee },
    ],
  });
}

/** Looks at everything, then writes everything. Runs in the transaction that took the call's key. */
export async function submitOrder(parts: DeskParts, trx: Trx, trader: Trader, fields: SubmitFields): Promise<Outcome<FillReply>> {
  const ask = askOf(parts, trader, fields);
  if ('code' in ask) return ask;
  const account = await lockPersonAccount(trx, trader.id, tradingAccountOf(trader));
  const live = await liveOrders(trx, trader.id, account.type);
  const rows = await allQuotes(trx);
  const quotes = new Map(rows.map((row) => [row.product_id, row]));
  const quote = quotes.get(ask.product.id);
  const refusal = quoteRefusal(parts, quote, ask.bound);
  if (refusal || !quote) return refusal ?? refused('quoteStale');
  const cost = costOf(parts, ask, quote);
  const problem = accountRefusal(parts, cost, { account, live, quotes });
  if (problem) return problem;

  // Judged from the newest tick of the whole tape: nothing that came before the order may stop it out.
  const evalFrom = Math.max(...rows.map((row) => row.alive_seq), quote.seq);
  const atMs = fillTimeMs(parts, quote);
  const order = await insertOrder(trx, newOrder(trader, ask, cost, { quote, evalFrom, atMs }));
  const dealId = await insertDeal(trx, {
    order_id: order.id,
    user_id: trader.id,
    kind: 'open',
    lots: order.lots,
    price: order.open_price,
    profit: 0n,
    fee: order.fee,
    margin: order.margin,
    tick_seq: order.open_seq,
    created_at: atMs,
  });
  await postOpening(trx, account, order, dealId);
  await appendEvents(
    trx,
    trader.id,
    [{ topic: 'ORDER', payload: { data: { Id: order.id, Status: order.status } } }, balanceEvent(account)],
    parts.clock.now(),
  );
  return done({ Id: order.id, Seq: order.open_seq, Order: orderRow(order, ask.product, quote.price) }, 'orderPlaced');
}
