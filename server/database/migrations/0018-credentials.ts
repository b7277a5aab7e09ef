/** Letters, sent codes, captchas, and what an account gets with them: a pay password, when a credential last changed, who invited, a nickname. */
import type { Migration } from './migration.ts';

export const credentials: Migration = {
  number: 18,
  name: 'credentials',
  statements(dialect) {
    const [int, id, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', ''];
    return [
      'alter table "user" add column pay_password_hash text',
      `alter table "user" add column credential_changed_at ${int} not null default 0`,
      `alter table "user" add column nickname text not null default ''`,
      `alter table "user" add column invited_by ${int} references "user" (id)`,
      `create table letter (id ${id}, user_id ${int} references "user" (id), channel text not null check (channel in ('email', 'sms')),
       target text not null, template text not null, lang text not null, params text not null,
       state text not null check (state in ('waiting', 'sent', 'failed', 'none')), tries ${int} not null, due ${int} not null,
       expires_at ${int} not null, created_at ${int} not null, ended_at ${int} not null, failure text not null)${options}`,
      `create index letter_waiting on letter (due, id) where state = 'waiting'`,
      'create index letter_created on letter (created_at)',
      `create table code_target (target_hash text primary key, sent_at text not null, newest_at ${int} not null)${options}`,
      'create index code_target_newest on code_target (newest_at)',
      `create table code (target_hash text not null, purpose text not null, code_hash text not null, tries ${int} not null,
       expires_at ${int} not null, primary key (target_hash, purpose))${options}`,
      'create index code_expires on code (expires_at)',
      `create table captcha (id text primary key, kind text not null check (kind in ('picture', 'puzzle')), purpose text not null,
       network text not null, secret text not null, expires_at ${int} not null)${options}`,
      'create index captcha_expires on captcha (expires_at)',
    ];
  },
};
