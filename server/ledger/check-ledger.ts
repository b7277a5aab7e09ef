/**
 * Recomputes every law of the ledger from its rows. For tests, for the start of the server and for the operator; reads only.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { wrongMarginLocks } from './margin-locks.ts';

/** Newest rows that a check has looked at; all 0 before the first, so that everything is looked at. */
export type LedgerPlace = { readonly txId: number; readonly entryId: number; readonly orderId: number; readonly dealId: number };

export const LEDGER_BEGIN: LedgerPlace = { txId: 0, entryId: 0, orderId: 0, dealId: 0 };

/** A law, and a query that gives a line for each row behind a place that breaks it. */
type Law = { readonly law: string; readonly broken: string | ((from: LedgerPlace) => string) };

/** What an account's entries up to the place came to: each entry says the balance after it. */
const balanceAt = (account: string, { entryId }: LedgerPlace): string =>
  `coalesce((select b.balance_after from entry b where b.account_id = ${account} and b.id <= ${entryId} order by b.id desc limit 1), 0)`;

/** Orders behind the place, those of executions behind it, and those that are live. */
const ordersSince = ({ orderId, dealId }: LedgerPlace): string =>
  `(select id from trade_order where id > ${orderId} union all select id from trade_order where status in (0, 1)
    union all select order_id from deal where id > ${dealId})`;

/** An order and all that was split off it are looked at together. */
const rootsSince = (from: LedgerPlace): string =>
  `(select case when parent_id = 0 then id else parent_id end as id from trade_order where id in ${ordersSince(from)})`;

/** What postings of a kind moved on a part of the account of the micro trade `o`. */
const postedTo = (part: string, kind: string): string =>
  `coalesce((select sum(e.amount) from ledger_tx t join entry e on e.tx_id = t.id join account a on a.id = e.account_id
    where t.kind = '${kind}' and t.ref_type = 'micro' and t.ref_id = o.id and a.part = '${part}'), 0)`;

/**
 * Sums are taken as numeric where the engine has it, so that even broken books are added up exactly. A plus before a column, and `union all`: SQLite
 * would otherwise go through a whole index for its order.
 */
const LAWS: readonly Law[] = [
  {
    law: 'the ledger goes as far as it was looked at before',
    broken: ({ txId, entryId, dealId }) =>
      [
        ['ledger_tx', txId],
        ['entry', entryId],
        ['deal', dealId],
      ]
        .map(([table, id]) => `select ${id} as subject where ${id} > (select coalesce(max(id), 0) from ${table})`)
        .join(' union all '),
  },
  {
    law: 'every ledger transaction has entries that sum to zero',
    broken: ({ txId, entryId }) => `select recent.id as subject from
             (select id from ledger_tx where id > ${txId}
              union all select distinct +tx_id from entry where id > ${entryId} and +tx_id <= ${txId}) recent
             left join entry e on e.tx_id = recent.id group by recent.id having count(e.id) < 2 or sum(e.amount) <> 0`,
  },
  {
    law: 'no transaction crosses the realms',
    broken: ({ entryId }) => `select t.id as subject from entry e join ledger_tx t on t.id = e.tx_id join account a on a.id = e.account_id
             where e.id > ${entryId} and (a.realm <> t.realm or (a.user_id is not null and a.user_id <> t.user_id))`,
  },
  {
    law: "a person's balance is the sum of its entries",
    broken: (from) => `select a.id as subject from account a where a.user_id is not null and a.balance <> ${balanceAt('a.id', from)}
             + coalesce((select sum(e.amount) from entry e where e.account_id = a.id and e.id > ${from.entryId}), 0)`,
  },
  {
    law: 'every entry says the balance after it',
    broken: (from) => `select id as subject from (select e.id, e.balance_after, ${balanceAt('e.account_id', from)}
               + sum(e.amount) over (partition by +e.account_id order by e.id) as running
               from entry e join account a on a.id = e.account_id where e.id > ${from.entryId} and a.user_id is not null) history
             where balance_after is null or balance_after <> running`,
  },
  {
    law: 'a house account keeps no running balance',
    broken: 'select id as subject from account where user_id is null and balance <> 0',
  },
  {
    law: 'no balance is below zero and no deficit above it',
    broken: `select id as subject from account where user_id is not null
             and ((part = 'deficit' and balance > 0) or (part <> 'deficit' and balance < 0))`,
  },
  {
    law: 'nobody has cash and a deficit at once',
    broken: `select a.id as subject from account a join account d on d.user_id = a.user_id and d.type = a.type
             where a.part = 'balance' and d.part = 'deficit' and a.balance > 0 and d.balance < 0`,
  },
  {
    law: 'a deficit stands only while something is open',
    broken: `select a.id as subject from account a where a.part = 'deficit' and a.balance < 0 and not exists
             (select 1 from trade_order o where o.user_id = a.user_id and o.account_type = a.type and o.status in (0, 1)) and not exists
             (select 1 from account s where s.user_id = a.user_id and s.type = a.type and s.part = 'stake' and s.balance > 0)`,
  },
  {
    law: 'the stake lock is the sum of the stakes of running micro trades',
    broken: `select a.id as subject from account a where a.part = 'stake' and a.balance <> coalesce(
               (select sum(o.amount) from micro_order o where o.user_id = a.user_id and o.account_type = a.type and o.status = 1), 0)`,
  },
  {
    law: 'a micro trade that is over has brought what was posted for it, and its stake went out and came back once',
    broken: ({ txId }) => `select o.id as subject from micro_order o join
               (select distinct ref_id from ledger_tx where id > ${txId} and ref_type = 'micro') recent on recent.ref_id = o.id
             where o.status = 3 and (o.profit <> ${postedTo('balance', 'micro_result')}
               or o.amount <> ${postedTo('stake', 'stake_lock')} or -o.amount <> ${postedTo('stake', 'stake_release')})`,
  },
  {
    law: 'the pending lock is the sum of margin and fee of pending orders',
    broken: `select a.id as subject from account a where a.part = 'pending' and a.balance <> coalesce(
               (select sum(o.margin + o.fee) from trade_order o where o.user_id = a.user_id and o.account_type = a.type and o.status = 0), 0)`,
  },
  {
    law: 'every filled order has one opening deal, every closed one a closing deal',
    broken: (from) => `select o.id as subject from trade_order o where o.id in ${ordersSince(from)} and o.status in (1, 3) and
             ((select count(*) from deal d where d.order_id = o.id and d.kind = 'open') <> case when o.parent_id = 0 then 1 else 0 end
              or (select count(*) from deal d where d.order_id = o.id and d.kind = 'close') <> case when o.status = 3 then 1 else 0 end)`,
  },
  {
    law: 'the opening deal of an order has the lots, margin and fee of what is left of it and of its parts',
    broken: (from) => `select d.order_id as subject from deal d join
               (select r.id as root, sum(p.lots) as lots, sum(p.margin) as margin, sum(p.fee) as fee from
                 (select id from ${rootsSince(from)} s group by id) r join
                 (select id, id as root, lots, margin, fee from trade_order where parent_id = 0
                  union all select id, parent_id, lots, margin, fee from trade_order where parent_id > 0) p on p.root = r.id
                group by r.id) o on o.root = d.order_id
             where d.kind = 'open' and (d.lots <> o.lots or d.margin <> o.margin or d.fee <> o.fee)`,
  },
  {
    law: 'an order was opened at the price and the tick of its opening deal',
    broken: (from) => `select o.id as subject from trade_order o join deal d on d.kind = 'open'
               and d.order_id = case when o.parent_id = 0 then o.id else o.parent_id end
             where o.id in ${ordersSince(from)} and (d.price <> o.open_price or d.tick_seq <> o.open_seq)`,
  },
  {
    law: 'an order was closed at the price, the tick and the profit of its closing deal',
    broken: (from) => `select o.id as subject from trade_order o join deal d on d.order_id = o.id and d.kind = 'close'
             where o.id in ${ordersSince(from)}
               and (d.price <> o.close_price or d.tick_seq <> o.close_seq or d.profit <> o.profit or d.lots <> o.lots)`,
  },
  {
    law: 'an order that is pending or cancelled has no deal',
    broken: (from) => `select o.id as subject from trade_order o where o.id in ${ordersSince(from)} and o.status in (0, 4)
             and exists (select 1 from deal d where d.order_id = o.id)`,
  },
  {
    law: "a person's events are numbered without a gap",
    broken: `select o.user_id as subject from outbox o left join user_seq s on s.user_id = o.user_id group by o.user_id, s.seq
             having max(o.seq) - min(o.seq) + 1 <> count(*) or s.seq is null or s.seq <> max(o.seq)`,
  },
];

/** Rows named per broken law. */
const SUBJECTS_MAX = 5;

const brokenLaw = (law: string, subjects: readonly number[]): string => `broken law: ${law} (rows ${subjects.join(', ')})`;

/** Every law's name and query, for what lies behind a place. */
export const lawsSince = (from: LedgerPlace): { law: string; broken: string }[] =>
  LAWS.map(({ law, broken }) => ({ law, broken: typeof broken === 'string' ? broken : broken(from) }));

/**
 * What is broken, one line per law with the first rows that break it; empty when all laws hold. History is read from behind `from`,
 * which a check before has found in order; accounts, live orders and events are looked at whole.
 */
export async function checkLedger(db: Db, from: LedgerPlace = LEDGER_BEGIN): Promise<string[]> {
  const problems: string[] = [];
  for (const { law, broken } of lawsSince(from)) {
    const { rows } = await sql<{ subject: number }>`${sql.raw(broken)} limit ${SUBJECTS_MAX}`.execute(db.kysely);
    if (rows.length > 0)
      problems.push(
        brokenLaw(
          law,
          rows.map((row) => row.subject),
        ),
      );
  }
  const locks = await wrongMarginLocks(db, SUBJECTS_MAX);
  if (locks.length > 0) problems.push(brokenLaw('the margin lock is what the open positions ask for', locks));
  return problems;
}
