/**
 * Executions can only be added, and the ticks of a sealed block never change (they may be forgotten): what the checks of the tape lean
 * on. The index finds the executions of a stretch of the tape.
 */
import { appendOnly, type Migration } from './migration.ts';

export const growOnlyFills: Migration = {
  number: 6,
  name: 'grow-only fills',
  statements: (dialect) => [
    'create index deal_tick on deal (tick_seq)',
    ...appendOnly(dialect, 'deal'),
    ...appendOnly(dialect, 'tape_body', ['update']),
  ],
};
