/** Reads accounts with positions or pending orders into the evaluator's memory. */
import type { Kysely } from 'kysely';
import type { AccountType, Database } from '../../database/schema.ts';
import { type JudgedRow, judgedRows } from '../../repositories/account-change-repository.ts';
import { type AccountRecord, accountParts } from '../../repositories/account-repository.ts';
import { marginCallsOf } from '../../repositories/margin-call-repository.ts';
import { liveOrdersAfter, liveOrdersOf } from '../../repositories/order-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import { isHolding } from '../orders/valuation.ts';
import { accountKey, type IndexedAccount, indexedAccount } from './account-index.ts';

/** Rows and users read at once. */
const PAGE = 1_000;
const USERS_AT_ONCE = 200;

function byUser<T>(all: readonly T[], userIdOf: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const userId = userIdOf(one);
    const group = groups.get(userId);
    if (group) group.push(one);
    else groups.set(userId, [one]);
  }
  return groups;
}

/** What is known of some users besides their orders. */
type Known = {
  readonly parts: ReadonlyMap<number, AccountRecord[]>;
  readonly called: ReadonlySet<string>;
  readonly judged: ReadonlyMap<string, JudgedRow>;
};
/** How far an account is judged by its row; undefined for one that was never changed. */
type JudgedTo = (type: AccountType, row: JudgedRow | undefined) => number;

function assemble(known: Known, userId: number, orders: readonly StoredOrder[], judgedTo: JudgedTo): IndexedAccount[] {
  const parts = known.parts.get(userId) ?? [];
  const types = [...new Set(orders.map((order) => order.accountType))];
  return types.map((type: AccountType): IndexedAccount => {
    const live = orders.filter((order) => order.accountType === type);
    const key = accountKey(userId, type);
    const balanceOf = (part: string) => parts.find((it) => it.type === type && it.part === part)?.balance ?? 0n;
    const holdings = {
      balance: balanceOf('balance'),
      margin: balanceOf('margin'),
      pending: balanceOf('pending'),
      deficit: -balanceOf('deficit'),
      positions: live.filter(isHolding),
      pendings: live.filter((order) => !isHolding(order)),
    };
    const realm = live[0]?.realm ?? 'demo';
    const standing = { isCalled: known.called.has(key), judgedSeq: judgedTo(type, known.judged.get(key)) };
    return indexedAccount({ userId, realm, type }, holdings, standing);
  });
}

/** All accounts of some users that hold a position or wait for one. */
export async function loadAccounts(sql: Kysely<Database>, userIds: readonly number[], judgedTo: JudgedTo): Promise<IndexedAccount[]> {
  const loaded: IndexedAccount[] = [];
  for (let start = 0; start < userIds.length; start += USERS_AT_ONCE) {
    const ids = userIds.slice(start, start + USERS_AT_ONCE);
    const orders = byUser(await liveOrdersOf(sql, ids), (order) => order.userId);
    const holders = [...orders.keys()];
    const known: Known = {
      parts: byUser(await accountParts(sql, holders), (part) => part.user_id ?? 0),
      called: new Set((await marginCallsOf(sql, holders)).map((row) => `${row.user_id}:${row.account_type}`)),
      judged: new Map((await judgedRows(sql, holders)).map((row) => [accountKey(row.user_id, row.account_type), row])),
    };
    for (const [userId, live] of orders) loaded.push(...assemble(known, userId, live, judgedTo));
  }
  return loaded;
}

/** Ids of everybody who holds a position or waits for one. */
export async function holderIds(sql: Kysely<Database>): Promise<number[]> {
  const ids = new Set<number>();
  for (let after = 0; ; ) {
    const page = await liveOrdersAfter(sql, after, PAGE);
    for (const order of page) ids.add(order.userId);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return [...ids];
    after = last.id;
  }
}
