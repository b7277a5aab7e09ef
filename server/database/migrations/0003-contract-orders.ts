/**
 * Pending orders and stops: which side a pending order waits on, from which tick the stops of an order count, and one row per trading
 * account that says when it was changed last, so that the evaluator never overlooks a change, however late it is committed.
 */
import type { Migration } from './migration.ts';

const ORDER_COLUMNS = (int: string): string[] => [
  `alter table trade_order add column trigger_side text not null default '' check (trigger_side in ('', 'down', 'up', 'now'))`,
  `alter table trade_order add column stop_from ${int} not null default 0`,
];

const changeTable = (int: string, options: string): string[] => [
  `create table account_change (user_id ${int} not null, account_type text not null, seq ${int} not null, version ${int} not null,
     primary key (user_id, account_type))${options}`,
  'create index account_change_version on account_change (version)',
];

export const contractOrders: Migration = {
  number: 3,
  name: 'contract orders',
  statements(dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint';
    return [...ORDER_COLUMNS(int), ...changeTable(int, dialect === 'sqlite' ? ' strict' : '')];
  },
};
