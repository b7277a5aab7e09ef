/** How far the check of a start has found the ledger in order (decision D9.83), and an index of what was split off an order, for that check. */
import { appendOnly, type Migration } from './migration.ts';

export const ledgerCheckpoint: Migration = {
  number: 12,
  name: 'ledger checkpoint',
  statements(dialect) {
    const [int, id, options] =
      dialect === 'sqlite'
        ? ['integer', 'integer primary key autoincrement', ' strict']
        : ['bigint', 'bigint generated always as identity primary key', ''];
    return [
      `create table ledger_checkpoint (id ${id}, at ${int} not null, tx_id ${int} not null, entry_id ${int} not null,
       order_id ${int} not null, deal_id ${int} not null)${options}`,
      ...appendOnly(dialect, 'ledger_checkpoint'),
      'create index trade_order_parent on trade_order (parent_id) where parent_id > 0',
    ];
  },
};
