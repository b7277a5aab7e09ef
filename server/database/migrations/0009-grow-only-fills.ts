/**
 * Executions can only be added, and the ticks of a sealed block never change (they may be forgotten): what the checks of the tape lean
 * on. The index finds the executions of a stretch of the tape.
 */
import { growOnly } from './0002-laws.ts';
import type { Migration } from './migration.ts';

export const growOnlyFills: Migration = {
  number: 9,
  name: 'grow-only fills',
  statements: (dialect) => [
    'create index deal_tick on deal (tick_seq)',
    ...growOnly(dialect, 'deal', ['update', 'delete']),
    ...growOnly(dialect, 'tape_body', ['update']),
  ],
};
