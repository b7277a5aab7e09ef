/** Limits of people on themselves, their breaks, and accounts that were closed for good (decisions D9.238 to D9.242). */
import type { Migration } from './migration.ts';

export const ownLimits: Migration = {
  number: 22,
  name: 'own limits',
  statements(dialect) {
    const [int, options] = dialect === 'sqlite' ? ['integer', ' strict'] : ['bigint', ''];
    const owner = `user_id ${int} not null references "user" (id)`;
    const time = (column: string): string => `alter table "user" add column ${column} ${int} not null default 0`;
    return [
      ...['cool_off_until', 'excluded_until', 'limits_locked_until', 'remind_minutes', 'closed_at'].map(time),
      `create table own_limit (${owner}, kind text not null, bound ${int}, next_bound ${int}, next_at ${int} not null,
       primary key (user_id, kind))${options}`,
      'create index own_limit_next on own_limit (next_at) where next_at > 0',
      `create table former_name (name_hash text primary key, ${owner}, until ${int} not null)${options}`,
      // Somebody asks for everything that is kept about them.
      'create index audit_subject on audit (subject, id)',
      'create index user_closed on "user" (closed_at) where closed_at > 0',
    ];
  },
};
