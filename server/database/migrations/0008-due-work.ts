/**
 * Work that falls due, one table for all of it; a posting's key gets an occurrence, so that what recurs is posted once each time; and how
 * long a pending order waits. SQLite cannot drop a constraint: there the table of postings is made anew, with every row that it had.
 */
import type { Db } from '../database.ts';
import { appendOnly, type Migration } from './migration.ts';

const POSTING_COLUMNS = 'id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at';

const SQLITE_POSTINGS: readonly string[] = [
  // The entries refer to rows that are away until they are put back below.
  'pragma defer_foreign_keys = on',
  'create table ledger_tx_before as select * from ledger_tx',
  'drop table ledger_tx',
  `create table ledger_tx (id integer primary key autoincrement, realm text not null check (realm in ('demo', 'real')),
     user_id integer not null, kind text not null, ref_type text not null, ref_id integer not null, log_type integer not null,
     memo text not null, created_at integer not null, occurrence integer not null default 0,
     unique (kind, ref_type, ref_id, occurrence)) strict`,
  `insert into ledger_tx (${POSTING_COLUMNS}) select ${POSTING_COLUMNS} from ledger_tx_before order by id`,
  'drop table ledger_tx_before',
  'create index ledger_tx_user on ledger_tx (user_id, id)',
  ...appendOnly('sqlite', 'ledger_tx'),
];

const POSTGRES_POSTINGS: readonly string[] = [
  'alter table ledger_tx add column occurrence bigint not null default 0',
  'alter table ledger_tx drop constraint ledger_tx_kind_ref_type_ref_id_key',
  'alter table ledger_tx add constraint ledger_tx_once unique (kind, ref_type, ref_id, occurrence)',
];

const table = (dialect: Db['dialect']): string[] => {
  const [int, id, options] =
    dialect === 'sqlite'
      ? ['integer', 'integer primary key autoincrement', ' strict']
      : ['bigint', 'bigint generated always as identity primary key', ''];
  return [
    // Tape work is due at whole seconds: of the time of a tick that is all that its sealed block keeps.
    `create table due_work (id ${id}, kind text not null, clock text not null check (clock in ('tape', 'wall')), due ${int} not null,
       occurrence ${int} not null, subject ${int} not null, user_id ${int} not null, account_type text not null,
       unique (kind, subject, user_id, account_type), check (clock = 'wall' or due % 1000 = 0))${options}`,
    'create index due_work_next on due_work (clock, due, id)',
    'create index due_work_account on due_work (user_id, account_type, due, id)',
    `alter table trade_order add column good_till ${int} not null default 0`,
  ];
};

export const dueWork: Migration = {
  number: 8,
  name: 'due work',
  statements: (dialect) => [...(dialect === 'sqlite' ? SQLITE_POSTINGS : POSTGRES_POSTINGS), ...table(dialect)],
};
