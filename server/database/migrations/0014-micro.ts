/**
 * Micro trades, and what the house may lose on them. Their ends are work that falls due at a time of its own within its second: an index finds
 * the next one.
 */
import type { Db } from '../database.ts';
import type { Migration } from './migration.ts';

function statements(dialect: Db['dialect']): string[] {
  const isSqlite = dialect === 'sqlite';
  const int = isSqlite ? 'integer' : 'bigint';
  const id = isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
  const options = isSqlite ? ' strict' : '';
  return [
    `create table micro_order (id ${id}, user_id ${int} not null references "user" (id), realm text not null check (realm in ('demo', 'real')),
       account_type text not null, product_id ${int} not null, status ${int} not null check (status in (1, 3)),
       side text not null check (side in ('up', 'down')), amount ${int} not null check (amount > 0), ratio ${int} not null check (ratio > 0),
       seconds ${int} not null, duration ${int} not null, expire_at ${int} not null, open_price ${int} not null, end_price ${int} not null,
       profit ${int} not null, open_seq ${int} not null, end_seq ${int} not null, loss_level text not null, end_reason text not null,
       created_at ${int} not null, completed_at ${int} not null, check ((status = 1) = (end_reason = '')))${options}`,
    `create table micro_exposure (realm text not null, product_id ${int} not null, window_ms ${int} not null,
       taken ${int} not null check (taken >= 0), primary key (realm, product_id, window_ms))${options}`,
    'create index micro_order_running on micro_order (user_id, account_type) where status = 1',
    'create index micro_order_history on micro_order (user_id, status, completed_at)',
    'create index micro_order_opened on micro_order (open_seq)',
    'create index micro_order_ended on micro_order (end_seq)',
    "create index due_work_exact on due_work (occurrence) where kind = 'micro'",
  ];
}

export const micro: Migration = { number: 14, name: 'micro', statements };
