/** Everything that is kept about a person, table by table and in pages, without what proves who they are. Reads only. */
import type { Sql } from './user-repository.ts';

type Of = { readonly userId: number; readonly afterId: number; readonly limit: number };
type Row = { readonly id: number };
/** A list, oldest first. `page`: rows after an id; the next page is asked for by the id of the last of them. */
type OwnList = { readonly name: string; page(sql: Sql, of: Of): Promise<readonly Row[]> };

/** Tables of which everything is shown. */
const wholeRows = (name: string, table: 'micro_order' | 'alert_fired' | 'login_event' | 'account_freeze' | 'address_change'): OwnList => ({
  name,
  page: (sql, { userId, afterId, limit }) =>
    sql.selectFrom(table).selectAll().where('user_id', '=', userId).where('id', '>', afterId).orderBy('id').limit(limit).execute(),
});

const ordersPage = (sql: Sql, { userId, afterId, limit }: Of) =>
  sql.selectFrom('trade_order').selectAll().where('user_id', '=', userId).where('id', '>', afterId).orderBy('id').limit(limit).execute();

export const ownLists: readonly OwnList[] = [
  {
    // With their executions, which are found by their order.
    name: 'orders',
    async page(sql, of) {
      const orders = await ordersPage(sql, of);
      if (orders.length === 0) return [];
      const ids = orders.map(({ id }) => id);
      const deals = await sql.selectFrom('deal').selectAll().where('order_id', 'in', ids).orderBy('id').execute();
      return orders.map((order) => ({ ...order, executions: deals.filter((deal) => deal.order_id === order.id) }));
    },
  },
  wholeRows('micro_trades', 'micro_order'),
  wholeRows('alerts_fired', 'alert_fired'),
  wholeRows('logins', 'login_event'),
  {
    // What a letter said is gone once it is sent.
    name: 'letters',
    page: (sql, { userId, afterId, limit }) =>
      sql
        .selectFrom('letter')
        .select(['id', 'channel', 'target', 'template', 'lang', 'state', 'created_at', 'ended_at'])
        .where('user_id', '=', userId)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),
  },
  wholeRows('freezes', 'account_freeze'),
  wholeRows('address_changes', 'address_change'),
  {
    name: 'passkeys',
    page: (sql, { userId, afterId, limit }) =>
      sql
        .selectFrom('passkey')
        .select(['id', 'name', 'agent', 'created_at', 'used_at'])
        .where('user_id', '=', userId)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute(),
  },
];

export const ownAccounts = (sql: Sql, userId: number) =>
  sql.selectFrom('account').select(['id', 'type', 'part', 'balance']).where('user_id', '=', userId).orderBy('id').execute();

/** Entries of one ledger account: by its index, since of all accounts of a person together every page would sort them all. */
export const entriesOf = (sql: Sql, accountId: number, afterId: number, limit: number) =>
  sql
    .selectFrom('entry')
    .innerJoin('ledger_tx', 'ledger_tx.id', 'entry.tx_id')
    .select([
      'entry.id',
      'entry.account_id',
      'entry.amount',
      'entry.balance_after',
      'ledger_tx.kind',
      'ledger_tx.memo',
      'ledger_tx.created_at',
    ])
    .where('entry.account_id', '=', accountId)
    .where('entry.id', '>', afterId)
    .orderBy('entry.id')
    .limit(limit)
    .execute();

/** What was done with the account, and by whom; found by its public number. */
export const ownActs = (sql: Sql, uid: string, afterId: number, limit: number) =>
  sql
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'act', 'detail'])
    .where('subject', '=', `user:${uid}`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Where somebody is logged in, without anything of a token. */
export const ownSessionRows = (sql: Sql, userId: number) =>
  sql
    .selectFrom('session')
    .select(['created_at', 'used_at', 'revoked_at', 'agent', 'network', 'via'])
    .where('user_id', '=', userId)
    .execute();

export const ownIdentities = (sql: Sql, userId: number) =>
  sql.selectFrom('identity').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const ownAlerts = (sql: Sql, userId: number) =>
  sql
    .selectFrom('price_alert')
    .innerJoin('alert_change', 'alert_change.id', 'price_alert.change_id')
    .select(['price_alert.id', 'price_alert.created_at', 'product_id', 'kind', 'asked_price', 'percent', 'window_s', 'repeat'])
    .where('price_alert.user_id', '=', userId)
    .orderBy('price_alert.id')
    .execute();
