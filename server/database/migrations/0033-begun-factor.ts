/**
 * By which session a second factor was begun, whose set-up shows the same secret for a while (decision D9.442), and what the newest change of a
 * credential was, for which withdrawals wait (decision D9.404). '' where it is unknown: older ones, and those of an older node.
 */
import type { Migration } from './migration.ts';

export const begunFactor: Migration = {
  number: 33,
  name: 'begun-factor',
  statements: () => [
    `alter table second_factor add column begun_by text not null default ''`,
    `alter table "user" add column credential_change text not null default ''`,
  ],
};
