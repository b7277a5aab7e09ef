/**
 * Overnight financing (decision D9.67): each product's rates and triple weekday, noted with the tick that they hold from as the other rules
 * are; the house's account for it; and what a position has been charged so far. Who holds or waits for something already gets work that falls
 * due with the next second of the tape, so that the nights of every open position are counted.
 */
import { houseAccountId } from '../../ledger/house-accounts.ts';
import type { Db } from '../database.ts';
import { PRODUCT_RULES, productRuleNotes } from './0005-market-as-of-tick.ts';
import type { Migration } from './migration.ts';

const FINANCING_RULES = ['financing_long', 'financing_short', 'financing_triple'] as const;

const houseRows = (): string[] =>
  (['demo', 'real'] as const).map(
    (realm) =>
      `insert into account (id, user_id, realm, type, part, balance)
       values (${houseAccountId(realm, 'financing')}, null, '${realm}', 'house', 'financing', 0)`,
  );

const columns = (dialect: Db['dialect']): string[] => {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    `alter table product add column financing_long ${int} not null default 0`,
    `alter table product add column financing_short ${int} not null default 0`,
    `alter table product add column financing_triple ${int} not null default -1`,
    `alter table trade_order add column financing ${int} not null default 0`,
  ];
};

/** What holds now has held from the beginning. */
const BASELINE = FINANCING_RULES.map(
  (rule) =>
    `insert into rule_change (rule, product_id, value, from_seq) select '${rule}', id, cast(${rule} as text), 0 from product order by id`,
);

/** A time of no 22:00 costs nothing, and sets the next one. */
const FIRST_WORK = `insert into due_work (kind, clock, due, occurrence, subject, user_id, account_type)
  select 'financing', 'tape', next.due, next.due, 0, o.user_id, o.account_type
  from (select distinct user_id, account_type from trade_order where status in (0, 1)) o,
    (select (coalesce(max(ms), 0) / 1000 + 1) * 1000 as due
     from (select max(committed_at) as ms from tape_group union all select max(time_ms) from tape_block) newest) next`;

export const overnightFinancing: Migration = {
  number: 9,
  name: 'overnight financing',
  statements: (dialect) => [
    ...houseRows(),
    ...columns(dialect),
    ...BASELINE,
    ...productRuleNotes(dialect, [...PRODUCT_RULES, ...FINANCING_RULES], FINANCING_RULES),
    FIRST_WORK,
  ],
};
