/**
 * Recomputes every law of the ledger from its rows. For tests, for the start of the server and for the operator; reads only.
 */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** A law, and a query that gives a line for each row that breaks it. */
type Law = { readonly law: string; readonly broken: string };

/** Sums are taken as numeric where the engine has it, so that even broken books are added up exactly. */
const LAWS: readonly Law[] = [
  {
    law: 'every ledger transaction has entries that sum to zero',
    broken: `select t.id as subject from ledger_tx t left join entry e on e.tx_id = t.id group by t.id
             having count(e.id) < 2 or sum(e.amount) <> 0`,
  },
  {
    law: 'no transaction crosses the realms',
    broken: `select t.id as subject from ledger_tx t join entry e on e.tx_id = t.id join account a on a.id = e.account_id
             where a.realm <> t.realm or (a.user_id is not null and a.user_id <> t.user_id)`,
  },
  {
    law: "a person's balance is the sum of its entries",
    broken: `select a.id as subject from account a left join entry e on e.account_id = a.id where a.user_id is not null
             group by a.id, a.balance having a.balance <> coalesce(sum(e.amount), 0)`,
  },
  {
    law: 'every entry says the balance after it',
    broken: `select id as subject from (select e.id, e.balance_after, sum(e.amount) over (partition by e.account_id order by e.id) as running
               from entry e join account a on a.id = e.account_id where a.user_id is not null) history
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
             (select 1 from trade_order o where o.user_id = a.user_id and o.account_type = a.type and o.status in (0, 1))`,
  },
  {
    law: 'the margin lock is the sum of the margins of open positions',
    broken: `select a.id as subject from account a where a.part = 'margin' and a.balance <> coalesce(
               (select sum(o.margin) from trade_order o where o.user_id = a.user_id and o.account_type = a.type and o.status = 1), 0)`,
  },
  {
    law: 'the pending lock is the sum of margin and fee of pending orders',
    broken: `select a.id as subject from account a where a.part = 'pending' and a.balance <> coalesce(
               (select sum(o.margin + o.fee) from trade_order o where o.user_id = a.user_id and o.account_type = a.type and o.status = 0), 0)`,
  },
  {
    law: 'every filled order has one opening deal, every closed one a closing deal',
    broken: `select o.id as subject from trade_order o where o.status in (1, 3) and
             ((select count(*) from deal d where d.order_id = o.id and d.kind = 'open') <> case when o.parent_id = 0 then 1 else 0 end
              or (select count(*) from deal d where d.order_id = o.id and d.kind = 'close') <> case when o.status = 3 then 1 else 0 end)`,
  },
  {
    law: 'the opening deal of an order has the lots and margin of what is left of it and of its parts',
    broken: `select d.order_id as subject from deal d join
               (select case when parent_id = 0 then id else parent_id end as root, sum(lots) as lots, sum(margin) as margin
                from trade_order group by case when parent_id = 0 then id else parent_id end) o on o.root = d.order_id
             where d.kind = 'open' and (d.lots <> o.lots or d.margin <> o.margin)`,
  },
  {
    law: 'an order was opened at the price and the tick of its opening deal',
    broken: `select o.id as subject from trade_order o join deal d on d.kind = 'open'
               and d.order_id = case when o.parent_id = 0 then o.id else o.parent_id end
             where d.price <> o.open_price or d.tick_seq <> o.open_seq`,
  },
  {
    law: 'an order was closed at the price, the tick and the profit of its closing deal',
    broken: `select o.id as subject from trade_order o join deal d on d.order_id = o.id and d.kind = 'close'
             where d.price <> o.close_price or d.tick_seq <> o.close_seq or d.profit <> o.profit or d.lots <> o.lots`,
  },
  {
    law: 'an order that is pending or cancelled has no deal',
    broken: 'select o.id as subject from trade_order o where o.status in (0, 4) and exists (select 1 from deal d where d.order_id = o.id)',
  },
  {
    law: "a person's events are numbered without a gap",
    broken: `select o.user_id as subject from outbox o left join user_seq s on s.user_id = o.user_id group by o.user_id, s.seq
             having max(o.seq) - min(o.seq) + 1 <> count(*) or s.seq is null or s.seq <> max(o.seq)`,
  },
];

/** Rows named per broken law. */
const SUBJECTS_MAX = 5;

/** What is broken, one line per law with the first rows that break it; empty when all laws hold. */
export async function checkLedger(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const { law, broken } of LAWS) {
    const { rows } = await sql<{ subject: number }>`${sql.raw(broken)} limit ${SUBJECTS_MAX}`.execute(db.kysely);
    if (rows.length > 0) problems.push(`broken law: ${law} (rows ${rows.map((row) => row.subject).join(', ')})`);
  }
  return problems;
}
