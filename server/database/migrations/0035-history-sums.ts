/** What is over of a person's orders, in its order and with all that is added up of it (decision D9.509). */
import type { Migration } from './migration.ts';

export const historySums: Migration = {
  number: 35,
  name: 'history-sums',
  statements: () => [
    'create index trade_order_history on trade_order (user_id, status, completed_at, profit, fee, financing)',
    'drop index trade_order_completed',
  ],
};
