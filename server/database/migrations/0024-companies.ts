/** Companies behind a site, and complaints (decisions D9.266 to D9.269). */
import type { Migration } from './migration.ts';

export const companies: Migration = {
  number: 24,
  name: 'companies',
  statements(dialect) {
    const [int, id, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', ''];
    return [
      `create table company (id ${id}, name text not null, logo text not null, url text not null, subject text not null,
         registered_address text not null, location text not null, email text not null, type ${int} not null check (type in (0, 1)),
         status ${int} not null check (status in (0, 1)), loss_url text not null)${options}`,
      `create table complaint (id ${id}, case_number text not null unique, digest text not null unique, body text not null,
         created_at ${int} not null, closed_at ${int})${options}`,
      'create index complaint_waiting on complaint (id) where closed_at is null',
    ];
  },
};
