/**
 * What a person proves themselves by beside the password, and where they are logged in (decisions D9.220 to D9.228): second factor, recovery
 * codes, passkeys, logins that wait for the second step, what a session was opened from, and the history of logins.
 */
import type { Migration } from './migration.ts';

export const factors: Migration = {
  number: 20,
  name: 'factors',
  statements(dialect) {
    const [int, id, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', ''];
    const owner = `user_id ${int} not null references "user" (id)`;
    return [
      `alter table "user" add column two_factor ${int} not null default 0 check (two_factor in (0, 1))`,
      `alter table "user" add column letter_word text not null default ''`,
      `alter table session add column device_hash text`,
      `alter table session add column agent text not null default ''`,
      `alter table session add column network text not null default ''`,
      `alter table session add column via text not null default ''`,
      `create table second_factor (user_id ${int} primary key references "user" (id), secret text not null, is_set ${int} not null,
       last_step ${int} not null, failures ${int} not null, failures_since ${int} not null, created_at ${int} not null)${options}`,
      `create table recovery_code (${owner}, code_hash text not null, used_at ${int}, primary key (user_id, code_hash))${options}`,
      `create table passkey (id ${id}, ${owner}, credential_id text not null unique, public_key text not null, counter ${int} not null,
       transports text not null, name text not null, challenged_at ${int} not null, created_at ${int} not null, used_at ${int} not null)${options}`,
      'create index passkey_owner on passkey (user_id, id)',
      `create table sign_in (ticket_hash text primary key, ${owner}, network text not null, expires_at ${int} not null, tries ${int} not null)${options}`,
      'create index sign_in_owner on sign_in (user_id, expires_at)',
      `create table login_event (id ${id}, ${owner}, at ${int} not null, entered ${int} not null check (entered in (0, 1)), via text not null,
       agent text not null, network text not null, is_new ${int} not null)${options}`,
      'create index login_event_owner on login_event (user_id, entered, id)',
    ];
  },
};
