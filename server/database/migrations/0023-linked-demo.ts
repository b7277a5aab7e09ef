/**
 * Whose a demo account is, once its person has registered, and by which act a session was ended from elsewhere. The secret that codes were
 * hashed with lies in the database no more: it comes of the key of the installation (decisions D9.260 to D9.262).
 */
import type { Migration } from './migration.ts';

export const linkedDemo: Migration = {
  number: 23,
  name: 'linked-demo',
  statements(dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint';
    return [
      `alter table "user" add column owner_id ${int} references "user" (id)`,
      'create unique index user_owner on "user" (owner_id) where owner_id is not null',
      `alter table session add column ended_by text not null default ''`,
      `delete from fact where key = 'codes.pepper'`,
    ];
  },
};
