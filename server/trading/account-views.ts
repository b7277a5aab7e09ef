/** What a person reads about the own account: lists, balances, today's profit, the live snapshot. Reads only, at the newest tape prices. */
import { type AccountFunds, equity, marginLevelPercent, usable } from '#domain/account.ts';
import { formatDecimal, toNumber } from '#domain/decimal.ts';
import type { MyDealReply } from '#protocol/rest/forex.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import type { AccountPush } from '#protocol/socket.ts';
import { accountTypesOf, LOCK_PARTS } from '../ledger/person-account.ts';
import { accountParts } from '../repositories/account-repository.ts';
import {
  historyTotals,
  liveOrders,
  type OrderFilter,
  type OrderRecord,
  ordersOfStatus,
  ordersPage,
  profitSince,
} from '../repositories/order-repository.ts';
import { accountRow } from './account-row.ts';
import { dayStartMs } from './day-start.ts';
import { type DeskParts, tradingAccountOf } from './desk-parts.ts';
import { orderRow } from './order-row.ts';
import type { OrdersQuery, Trader } from './trading.ts';
import { floatingProfit, isHolding, type PriceOf, profitAt } from './valuation.ts';

const newestPrice =
  (parts: DeskParts): PriceOf =>
  (productId) =>
    parts.tape.newest(productId)?.price;

const rowOf = (parts: DeskParts, order: OrderRecord) =>
  orderRow(order, parts.catalogue.byId(order.product_id), newestPrice(parts)(order.product_id));

/** A page of my_deal with its totals: realised profit of the history, floating profit and margin of what is open. */
export async function ordersView(parts: DeskParts, trader: Trader, query: OrdersQuery): Promise<MyDealReply> {
  const { kysely } = parts.db;
  const filter: OrderFilter = { userId: trader.id, status: query.status, startMs: query.startMs, endMs: query.endMs };
  const page = await ordersPage(kysely, filter, query.page, query.limit);
  const data = page.map((order) => rowOf(parts, order));
  if (query.status === 3) {
    const totals = await historyTotals(kysely, filter);
    return { data, total: totals.total, all_fact_profits: formatDecimal(totals.profit), all_caution_money: '0' };
  }
  const all = await ordersOfStatus(kysely, filter);
  const margin = all.reduce((sum, order) => sum + order.margin, 0n);
  return {
    data,
    total: all.length,
    all_fact_profits: formatDecimal(floatingProfit(all, newestPrice(parts))),
    all_caution_money: formatDecimal(margin),
  };
}

/** One row per account of the person, in the order of the types. */
export async function balancesView(parts: DeskParts, trader: Trader): Promise<AccountRow[]> {
  const all = await accountParts(parts.db.kysely, [trader.id]);
  return accountTypesOf(trader.realm).map((type) => {
    const balanceOf = (part: string) => all.find((row) => row.type === type && row.part === part)?.balance ?? 0n;
    const locked = LOCK_PARTS.reduce((sum, part) => sum + balanceOf(part), 0n);
    return accountRow(type, { balance: balanceOf('balance'), locked, deficit: -balanceOf('deficit') });
  });
}

/** Realised profit since 00:00 of the configured zone, by trading time. */
export async function profitsTodayView(parts: DeskParts, trader: Trader): Promise<string> {
  const since = dayStartMs(parts.tape.watermarkMs(), parts.settings.get('timezone') || '0');
  return formatDecimal(await profitSince(parts.db.kysely, trader.id, since));
}

/** The FOREX_TRADE push: every open position and the figures of the account. */
export async function snapshotView(parts: DeskParts, trader: Trader): Promise<AccountPush> {
  const type = tradingAccountOf(trader);
  const priceOf = newestPrice(parts);
  // One transaction would make these two reads agree; a push twice a second corrects itself, so it does not wait for a writer.
  const orders = (await liveOrders(parts.db.kysely, trader.id, type)).filter(isHolding);
  const rows = (await accountParts(parts.db.kysely, [trader.id])).filter((row) => row.type === type);
  const balanceOf = (part: string) => rows.find((row) => row.part === part)?.balance ?? 0n;
  const funds: AccountFunds = {
    balance: balanceOf('balance'),
    margin: balanceOf('margin'),
    pending: balanceOf('pending'),
    deficit: -balanceOf('deficit'),
    floatingProfit: floatingProfit(orders, priceOf),
  };
  const level = marginLevelPercent(funds);
  return {
    ProfitsTotal: formatDecimal(funds.floatingProfit),
    HazardRate: level === undefined ? '--' : formatDecimal(level, 2),
    CautionMoneyAll: formatDecimal(funds.margin),
    TransOrder: orders.map((order) => {
      const price = priceOf(order.product_id) ?? order.open_price;
      return { Id: order.id, UpdatePrice: toNumber(price), FactProfits: formatDecimal(profitAt(order, price)) };
    }),
    Balance: formatDecimal(funds.balance),
    Equity: formatDecimal(equity(funds)),
    FreeMargin: formatDecimal(usable(funds)),
    Pending: formatDecimal(funds.pending),
    Deficit: formatDecimal(funds.deficit),
  };
}
