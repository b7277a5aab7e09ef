/** What a person has put into trades in the order in which it leaves a limit's window (decision D9.463). */
import type { Migration } from './migration.ts';

export const spentPieces: Migration = {
  number: 34,
  name: 'spent-pieces',
  statements: () => [
    'create index micro_order_spent on micro_order (user_id, created_at)',
    'create index trade_order_spent on trade_order (user_id, opened_at)',
  ],
};
