/**
 * What the signed deals of a person are read by: the changes of one rule of a product by their ticks, and the openings and ends of a person's
 * micro trades in the order in which the ledger booked them.
 */
import type { Migration } from './migration.ts';

export const receiptReads: Migration = {
  number: 29,
  name: 'receipt reads',
  statements: () => [
    'create index rule_change_turns on rule_change (rule, product_id, from_seq)',
    `create index ledger_tx_stakes on ledger_tx (user_id, id) where ref_type = 'micro' and kind in ('stake_lock', 'stake_release')`,
  ],
};
