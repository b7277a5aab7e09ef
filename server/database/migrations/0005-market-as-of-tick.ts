/**
 * What it takes to judge an old tick as it was judged when it was new: the whole book of prices now and then, and every value of the
 * operator's settings that judgement uses, with the tick from which it holds. A change is noted by the tables themselves, whoever makes
 * it, and gets its tick when the tape commits its next group.
 */
import type { Db } from '../database.ts';
import { appendOnly, type Migration } from './migration.ts';

export const SITE_RULES = ['stop_out_level', 'trade_fee_type'] as const;
const quoted = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** What a setting is now it has been from the beginning. */
export const settingBaseline = (names: readonly string[]): string =>
  `insert into rule_change (rule, product_id, value, from_seq) select "key", 0, "value", 0 from setting where "key" in ${quoted(names)}`;
export const PRODUCT_RULES = ['forced_closed', 'fee_per_lot', 'fee_of_margin'] as const;

const tables = (dialect: Db['dialect']): string[] => {
  const [int, id, options] =
    dialect === 'sqlite'
      ? ['integer', 'integer primary key autoincrement', ' strict']
      : ['bigint', 'bigint generated always as identity primary key', ''];
  return [
    `create table tape_book (height ${int} primary key, seq ${int} not null unique, book text not null)${options}`,
    ...appendOnly(dialect, 'tape_book'),
    `create table rule_change (id ${id}, rule text not null, product_id ${int} not null, value text, from_seq ${int})${options}`,
    'create index rule_change_from on rule_change (from_seq)',
  ];
};

/** What holds now has held from the beginning. */
const BASELINE: readonly string[] = [
  settingBaseline(SITE_RULES),
  ...PRODUCT_RULES.map(
    (rule) =>
      `insert into rule_change (rule, product_id, value, from_seq) select '${rule}', id, cast(${rule} as text), 0 from product order by id`,
  ),
];

const ROW = 'insert into rule_change (rule, product_id, value, from_seq) values';

const sqliteProductNotes = (rules: readonly string[]): string[] =>
  rules.flatMap((rule) => [
    `create trigger product_${rule}_made after insert on product
     begin ${ROW} ('${rule}', new.id, cast(new.${rule} as text), null); end`,
    `create trigger product_${rule}_changed after update on product when new.${rule} <> old.${rule}
     begin ${ROW} ('${rule}', new.id, cast(new.${rule} as text), null); end`,
  ]);

const postgresProductNotes = (rules: readonly string[]): string =>
  `create or replace function note_product_rule() returns trigger language plpgsql as $$
   begin
     ${rules
       .map((rule) => `if tg_op = 'INSERT' or new.${rule} <> old.${rule} then ${ROW} ('${rule}', new.id, new.${rule}::text, null); end if;`)
       .join('\n     ')}
     return null;
   end $$`;

/** From here on changes of the columns `added` of `product` are noted as well. `all`: every column that is. */
export const productRuleNotes = (dialect: Db['dialect'], all: readonly string[], added: readonly string[]): string[] =>
  dialect === 'sqlite' ? sqliteProductNotes(added) : [postgresProductNotes(all)];

/** From here on changes of the settings `names` are noted. */
export const settingNotes = (dialect: Db['dialect'], names: readonly string[]): string[] =>
  dialect === 'sqlite'
    ? [
        `create trigger setting_rule_made after insert on setting when new."key" in ${quoted(names)}
       begin ${ROW} (new."key", 0, new."value", null); end`,
        `create trigger setting_rule_changed after update on setting when new."key" in ${quoted(names)} and new."value" <> old."value"
       begin ${ROW} (new."key", 0, new."value", null); end`,
        `create trigger setting_rule_gone after delete on setting when old."key" in ${quoted(names)}
       begin ${ROW} (old."key", 0, null, null); end`,
      ]
    : [
        `create trigger setting_rule_made after insert or update on setting for each row when (new."key" in ${quoted(names)})
       execute function note_setting_rule()`,
        `create trigger setting_rule_gone after delete on setting for each row when (old."key" in ${quoted(names)})
       execute function note_setting_rule()`,
      ];

const SQLITE_NOTES: readonly string[] = [
  ...settingNotes('sqlite', SITE_RULES),
  ...sqliteProductNotes(PRODUCT_RULES),
  // Only a change that has no tick yet may get one.
  `create trigger rule_change_no_update before update on rule_change when old.from_seq is not null or new.id <> old.id
   or new.rule <> old.rule or new.product_id <> old.product_id or new.value is not old.value
   begin select raise(abort, 'rule_change can only grow: update refused'); end`,
  `create trigger rule_change_no_delete before delete on rule_change
   begin select raise(abort, 'rule_change can only grow: delete refused'); end`,
];

const POSTGRES_NOTES: readonly string[] = [
  `create function note_setting_rule() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then ${ROW} (old."key", 0, null, null);
     elsif tg_op = 'INSERT' or new."value" <> old."value" then ${ROW} (new."key", 0, new."value", null);
     end if;
     return null;
   end $$`,
  ...settingNotes('postgres', SITE_RULES),
  postgresProductNotes(PRODUCT_RULES),
  'create trigger product_rule after insert or update on product for each row execute function note_product_rule()',
  `create trigger rule_change_grows before update on rule_change for each row when (old.from_seq is not null or new.id <> old.id
   or new.rule <> old.rule or new.product_id <> old.product_id or new.value is distinct from old.value) execute function refuse_change()`,
  'create trigger rule_change_kept before delete on rule_change for each row execute function refuse_change()',
  'create trigger rule_change_stays before truncate on rule_change for each statement execute function refuse_change()',
];

export const marketAsOfTick: Migration = {
  number: 5,
  name: 'market as of a tick',
  statements: (dialect) => [...tables(dialect), ...BASELINE, ...(dialect === 'sqlite' ? SQLITE_NOTES : POSTGRES_NOTES)],
};
