/** What a person reads about the own account: lists, balances, today's profit, the live snapshot. Reads only, at the newest tape prices. */
import { type AccountFunds, equity, marginLevelPercent, usable } from '#domain/account.ts';
import { formatDecimal } from '#domain/decimal.ts';
import { sumOfResults } from '#domain/order-result.ts';
import { dayStart } from '#domain/trading-day.ts';
import { accountToWire } from '#protocol/balance-wire.ts';
import { accountPushToWire, accountStateToWire, orderPageToWire } from '#protocol/order-replies.ts';
import type { AccountStateReply } from '#protocol/rest/account-state.ts';
import type { MyDealReply } from '#protocol/rest/forex.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import type { AccountPush } from '#protocol/socket.ts';
import { offsetIn } from '../../clock/offset-in.ts';
import { type AccountRecord, partsOfPerson } from '../../repositories/account-repository.ts';
import { microProfitSince } from '../../repositories/micro-repository.ts';
import { historyTotals, liveOrders, type OrderFilter, ordersOfList, ordersPage, profitSince } from '../../repositories/order-repository.ts';
import { balancesAtSeq } from '../../repositories/outbox-repository.ts';
import { netSince } from '../../repositories/spending-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { shownParts, tradingAccount, tradingAccountIn } from '../orders/one-account.ts';
import { floatingProfit, isHolding, marginOf, type PriceOf, profitAt } from '../orders/valuation.ts';
import { numberedBalances } from '../outbox/numbered-balances.ts';
import type { NumberedFigures, OrdersQuery, Trader } from '../trading.ts';
import { ownBalances } from './account-row.ts';
import { shownOrder } from './shown-order.ts';

const newestPrice =
  (parts: DeskParts): PriceOf =>
  (productId) =>
    parts.tape.newest(productId)?.price;

const shownNow = (parts: DeskParts, order: StoredOrder) =>
  shownOrder(order, parts.catalogue.byId(order.productId), newestPrice(parts)(order.productId));

/** A page of my_deal with its totals: realised profit of the history, floating profit and margin of what is open, and what was charged. */
export async function ordersView(parts: DeskParts, trader: Trader, query: OrdersQuery): Promise<MyDealReply> {
  const { kysely } = parts.db;
  const filter: OrderFilter = { userId: trader.id, list: query.list, startMs: query.startMs, endMs: query.endMs };
  const page = await ordersPage(kysely, filter, query.page, query.limit);
  const orders = page.map((order) => shownNow(parts, order));
  if (query.list === 'closed') return orderPageToWire({ orders, ...(await historyTotals(kysely, filter)) }, 0n);
  const all = await ordersOfList(kysely, filter);
  // What waits locks an order's own margin each.
  const margin = query.list === 'holding' ? marginOf(all) : all.reduce((sum, order) => sum + order.margin, 0n);
  // What waits has locked its fee and paid none.
  const charges = query.list === 'holding' ? { ...sumOfResults(all), cancelled: 0 } : undefined;
  return orderPageToWire({ orders, total: all.length, profit: floatingProfit(all, newestPrice(parts)), charges }, margin);
}

/** One row per account of the person, in the order of the types. */
export const balancesView = async (parts: DeskParts, trader: Trader): Promise<AccountRow[]> =>
  ownBalances(shownParts(parts.settings, await partsOfPerson(parts.db.kysely, trader.id))).map(accountToWire);

/** Positions and pending orders, balances and the number of the newest event, as they were at one moment. */
export function accountStateView(parts: DeskParts, trader: Trader): Promise<AccountStateReply> {
  return parts.db.readTogether(async (reads) => {
    const outbox = await numberedBalances(parts.settings, reads, trader.id);
    const orders = await liveOrders(reads, trader.id, await tradingAccount(parts, reads, trader));
    return accountStateToWire(
      orders.map((order) => shownNow(parts, order)),
      outbox,
    );
  });
}

/** 00:00 of the configured zone, by trading time. */
const todayMs = (parts: DeskParts): number => dayStart(parts.tape.watermarkMs(), offsetIn(parts.settings.get('timezone')));

/** What trades came to since then, charges included. */
export const netTodayView = async (parts: DeskParts, trader: Trader): Promise<string> =>
  formatDecimal(await netSince(parts.db.kysely, { userId: trader.id, sinceMs: todayMs(parts) }));

/** Realised profit of orders and micro trades since then (decision D1.2.16). */
export async function profitsTodayView(parts: DeskParts, trader: Trader): Promise<string> {
  const since = todayMs(parts);
  const { kysely } = parts.db;
  return formatDecimal((await profitSince(kysely, trader.id, since)) + (await microProfitSince(kysely, trader.id, since)));
}

/** The FOREX_TRADE push, every open position and the figures of the account, and the number of the newest event when it was like that. */
export async function snapshotView(parts: DeskParts, trader: Trader): Promise<NumberedFigures> {
  const { settings } = parts;
  const read = await parts.db.readTogether(async (reads) => {
    const found = await balancesAtSeq(reads, trader.id);
    const type = tradingAccountIn(settings, found.parts, trader);
    return { ...found, type, orders: (await liveOrders(reads, trader.id, type)).filter(isHolding) };
  });
  const balances = shownParts(settings, read.parts).filter((row) => row.type === read.type);
  const figures = accountPush(read.orders, balances, newestPrice(parts));
  return { figures, hasPositions: read.orders.length > 0, outboxSeq: read.seq };
}

function accountPush(orders: readonly StoredOrder[], balances: readonly AccountRecord[], priceOf: PriceOf): AccountPush {
  const balanceOf = (part: string) => balances.reduce((sum, row) => (row.part === part ? sum + row.balance : sum), 0n);
  const funds: AccountFunds = {
    balance: balanceOf('balance'),
    margin: balanceOf('margin'),
    pending: balanceOf('pending'),
    deficit: -balanceOf('deficit'),
    floatingProfit: floatingProfit(orders, priceOf),
  };
  const positions = orders.map((order) => {
    const price = priceOf(order.productId) ?? order.openPrice;
    return { id: order.id, price, profit: profitAt(order, price) };
  });
  return accountPushToWire({ ...funds, equity: equity(funds), usable: usable(funds), level: marginLevelPercent(funds), positions });
}
