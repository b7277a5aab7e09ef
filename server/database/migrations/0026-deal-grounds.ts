/**
 * By which rule each execution came about and what its recheck by the tape goes by: what `src/domain/tape/deal-note.ts` signs for its owner.
 * Older executions have no rule, and 0 for the tick that they knew: nobody can tell. The indexes find whose ticks a block must be kept for.
 */
import type { Migration } from './migration.ts';

export const dealGrounds: Migration = {
  number: 26,
  name: 'deal grounds',
  statements(dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint';
    return [
      `alter table deal add column rule text not null default ''`,
      `alter table deal add column rule_level ${int} not null default 0`,
      `alter table deal add column from_seq ${int} not null default 0`,
      `alter table deal add column known_seq ${int} not null default 0`,
      `alter table deal add column terms text not null default ''`,
      `alter table micro_order add column open_known ${int} not null default 0`,
      `alter table micro_order add column end_known ${int} not null default 0`,
      'create index deal_known on deal (known_seq)',
      'create index micro_order_end_known on micro_order (end_known)',
    ];
  },
};
