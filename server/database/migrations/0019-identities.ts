/**
 * Photos and real-name verification (decisions D9.210 to D9.219). The database itself sees to it that nobody has two applications that wait
 * or are verified.
 */
import type { Migration } from './migration.ts';

export const identities: Migration = {
  number: 19,
  name: 'identities',
  statements(dialect) {
    const [int, id, bytes, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', 'blob', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', 'bytea', ''];
    return [
      `alter table "user" add column real_status ${int} not null default 0`,
      `create table upload (id text primary key, user_id ${int} not null references "user" (id), created_at ${int} not null,
         received_bytes ${int} not null, delete_at ${int})${options}`,
      'create index upload_user on upload (user_id, created_at)',
      'create index upload_delete on upload (delete_at) where delete_at is not null',
      `create table upload_body (upload_id text primary key references upload (id), body ${bytes} not null)${options}`,
      `create table identity (id ${id}, user_id ${int} not null references "user" (id),
         state text not null check (state in ('waiting', 'verified', 'rejected')), details text not null, document_hash text not null,
         front_id text not null, back_id text not null, hand_id text, submitted_at ${int} not null, decided_at ${int},
         remark text not null default '')${options}`,
      'create index identity_user on identity (user_id, id)',
      "create unique index identity_stands on identity (user_id) where state in ('waiting', 'verified')",
      "create index identity_waiting on identity (submitted_at) where state = 'waiting'",
      'create index identity_document on identity (document_hash)',
    ];
  },
};
