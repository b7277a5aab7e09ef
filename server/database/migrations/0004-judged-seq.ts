/**
 * Up to which tick each trading account is judged, from which tick each stop of an order counts, and every edit of a stop for ever. What
 * was judged before is judged up to the evaluator's cursor.
 */
import { appendOnly, type Migration } from './migration.ts';

const JUDGED: readonly string[] = [
  'alter table account_change rename column seq to judged_seq',
  `update account_change set judged_seq = (select seq from tape_cursor where name = 'evaluator')
   where judged_seq < coalesce((select seq from tape_cursor where name = 'evaluator'), 0)`,
];

const stops = (int: string): string[] => [
  'alter table trade_order rename column stop_from to stop_loss_from',
  `alter table trade_order add column take_profit_from ${int} not null default 0`,
  'update trade_order set take_profit_from = stop_loss_from',
];

const stopEdits = (id: string, int: string, options: string): string[] => [
  `create table stop_edit (id ${id}, order_id ${int} not null references trade_order (id),
     stop text not null check (stop in ('loss', 'profit')), old_price ${int} not null, new_price ${int} not null,
     from_seq ${int} not null, at ${int} not null)${options}`,
  'create index stop_edit_order on stop_edit (order_id, id)',
];

export const judgedSeq: Migration = {
  number: 4,
  name: 'judged seq',
  statements(dialect) {
    const isSqlite = dialect === 'sqlite';
    const int = isSqlite ? 'integer' : 'bigint';
    const id = isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key';
    return [...JUDGED, ...stops(int), ...stopEdits(id, int, isSqlite ? ' strict' : ''), ...appendOnly(dialect, 'stop_edit')];
  },
};
