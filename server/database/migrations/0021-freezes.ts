/** Freezes of accounts, and the "not me" links of letters (decisions D9.236, D9.237). */
import type { Migration } from './migration.ts';

export const freezes: Migration = {
  number: 21,
  name: 'freezes',
  statements(dialect) {
    const isSqlite = dialect === 'sqlite';
    const int = isSqlite ? 'integer' : 'bigint';
    const id = isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
    const options = isSqlite ? ' strict' : '';
    const owner = `user_id ${int} not null references "user" (id)`;
    return [
      // When the factor was set; of those from before this row the time when they were begun.
      `alter table second_factor add column set_at ${int} not null default 0`,
      'update second_factor set set_at = created_at where is_set = 1',
      `create table account_freeze (id ${id}, ${owner}, way text not null check (way in ('self', 'link', 'operator')), frozen_at ${int} not null,
       lifted_at ${int}, lifted_by text not null default '')${options}`,
      'create unique index account_freeze_stands on account_freeze (user_id) where lifted_at is null',
      `create table not_me (token_hash text primary key, ${owner}, act text not null, created_at ${int} not null, expires_at ${int} not null,
       used_at ${int})${options}`,
      'create index not_me_owner on not_me (user_id, created_at)',
      'create index not_me_expires on not_me (expires_at)',
      // Who was frozen before there was this table was so by an operator.
      `insert into account_freeze (user_id, way, frozen_at) select id, 'operator', created_at from "user" where frozen = 1`,
    ];
  },
};
