/**
 * The laws that the database itself holds: the house accounts with their fixed ids, tables that can only grow, and (PostgreSQL)
 * double entry that sums to zero at commit. On SQLite, which has no deferred checks, `ledger/post.ts` checks the sum.
 */
import { HOUSE_ACCOUNTS, houseAccountId } from '../../ledger/house-accounts.ts';
import { appendOnly, type Migration } from './migration.ts';

/** The accounts that there were then; later ones come with their own migrations. */
const FIRST_ACCOUNTS = HOUSE_ACCOUNTS.slice(0, 9);

const GROW_ONLY = ['entry', 'ledger_tx', 'audit', 'tape_block'] as const;

const houseRows = (): string[] =>
  (['demo', 'real'] as const).flatMap((realm) =>
    FIRST_ACCOUNTS.map(
      (part) =>
        `insert into account (id, user_id, realm, type, part, balance) values (${houseAccountId(realm, part)}, null, '${realm}', 'house', '${part}', 0)`,
    ),
  );

const POSTGRES_REFUSE = `create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% can only grow: % refused', tg_table_name, lower(tg_op); end $$`;

const POSTGRES_ZERO_SUM: readonly string[] = [
  `create function check_balanced() returns trigger language plpgsql as $$
   declare total numeric; tx bigint := case when tg_table_name = 'entry' then (to_jsonb(new)->>'tx_id')::bigint else new.id end;
   begin
     select sum(amount) into total from entry where tx_id = tx;
     if total is distinct from 0 then raise exception 'ledger transaction % does not sum to zero: %', tx, total; end if;
     return null;
   end $$`,
  `create constraint trigger ledger_tx_balanced after insert on ledger_tx deferrable initially deferred
   for each row execute function check_balanced()`,
  `create constraint trigger entry_balanced after insert on entry deferrable initially deferred
   for each row execute function check_balanced()`,
];

export const laws: Migration = {
  number: 2,
  name: 'laws',
  statements(dialect) {
    const growOnly = GROW_ONLY.flatMap((table) => appendOnly(dialect, table));
    return dialect === 'sqlite' ? [...houseRows(), ...growOnly] : [...houseRows(), POSTGRES_REFUSE, ...growOnly, ...POSTGRES_ZERO_SUM];
  },
};
