/** Reads accounts with open positions into the evaluator's memory. */
import type { Kysely } from 'kysely';
import type { AccountType, Database } from '../database/schema.ts';
import { type AccountRecord, accountParts } from '../repositories/account-repository.ts';
import { marginCallsOf } from '../repositories/margin-call-repository.ts';
import { holdingOrdersAfter, holdingOrdersOf, type OrderRecord } from '../repositories/order-repository.ts';
import { type IndexedAccount, indexedAccount } from './account-index.ts';

/** Rows and users read at once. */
const PAGE = 1_000;
const USERS_AT_ONCE = 200;

function byUser<Row extends { user_id: number | null }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.user_id ?? 0);
    if (group) group.push(row);
    else groups.set(row.user_id ?? 0, [row]);
  }
  return groups;
}

function assemble(parts: readonly AccountRecord[], called: ReadonlySet<string>, userId: number, orders: readonly OrderRecord[]) {
  const types = [...new Set(orders.map((order) => order.account_type))];
  return types.map((type: AccountType): IndexedAccount => {
    const positions = orders.filter((order) => order.account_type === type);
    const balanceOf = (part: string) => parts.find((it) => it.type === type && it.part === part)?.balance ?? 0n;
    const holdings = {
      balance: balanceOf('balance'),
      margin: balanceOf('margin'),
      pending: balanceOf('pending'),
      deficit: -balanceOf('deficit'),
      positions,
    };
    const realm = positions[0]?.realm ?? 'demo';
    return indexedAccount({ userId, realm, type }, holdings, called.has(`${userId}:${type}`));
  });
}

/** All accounts of some users that hold a position. */
export async function loadAccounts(sql: Kysely<Database>, userIds: readonly number[]): Promise<IndexedAccount[]> {
  const loaded: IndexedAccount[] = [];
  for (let start = 0; start < userIds.length; start += USERS_AT_ONCE) {
    const ids = userIds.slice(start, start + USERS_AT_ONCE);
    const orders = byUser(await holdingOrdersOf(sql, ids));
    const holders = [...orders.keys()];
    const parts = byUser(await accountParts(sql, holders));
    const called = new Set((await marginCallsOf(sql, holders)).map((row) => `${row.user_id}:${row.account_type}`));
    for (const [userId, positions] of orders) loaded.push(...assemble(parts.get(userId) ?? [], called, userId, positions));
  }
  return loaded;
}

/** Ids of everybody who holds a position. */
export async function holderIds(sql: Kysely<Database>): Promise<number[]> {
  const ids = new Set<number>();
  for (let after = 0; ; ) {
    const page = await holdingOrdersAfter(sql, after, PAGE);
    for (const order of page) ids.add(order.user_id);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return [...ids];
    after = last.id;
  }
}
