/** A start reads the ledger from where the last one ended, whatever its length; what lies before is the whole check's. */
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
import type { Db } from '#server/database/database.ts';
import { LEDGER_BEGIN, lawsSince } from '#server/ledger/check-ledger.ts';
import { verifyBooks } from '#server/operations/verify-books.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { SMALL_BUY } from '../operations/small-buy.ts';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const BUYS = 3;

/** Starts a market on the database, in which a new person buys and closes, and stops it. Gives the time. */
async function trade(db: Db): Promise<number> {
  app = await startApp({ db });
  const { token } = await app.demo();
  for (let second = 0; second < BUYS; second++) {
    await app.pushTick('EURUSD', (1.1 + second / 10_000).toFixed(5));
    expect((await app.call('/v2/api/forex/submit', SMALL_BUY, { token })).code).toBe(1);
    await app.clock.advance(BLOCK_MS);
  }
  expect((await app.call('/v2/api/forex/close_all', {}, { token })).code).toBe(1);
  await app.clock.advance(BLOCK_MS);
  const nowMs = app.clock.now();
  await app.server.stop();
  app = undefined;
  return nowMs;
}

const atStart = async (db: Db, nowMs: number) => (await verifyBooks(db, { nowMs, isWhole: false })).problems.join('\n');
const whole = async (db: Db, nowMs: number) => (await verifyBooks(db, { nowMs, isWhole: true })).problems.join('\n');
const checkpoints = (db: Db) => db.kysely.selectFrom('ledger_checkpoint').selectAll().orderBy('id').execute();
const newest = (db: Db, table: string) =>
  sql<{ id: number }>`select max(id) as id from ${sql.table(table)}`.execute(db.kysely).then(({ rows }) => Number(rows[0]?.id));

/** An entry of a person, changed with everything that could tell it from its own account. */
const BENT: readonly [what: string, statement: (pick: 'min' | 'max') => string, said: RegExp][] = [
  [
    'amount',
    (pick) => `update entry set amount = amount + 1 where id = (select ${pick}(id) from entry where balance_after is not null)`,
    /entries that sum to zero/,
  ],
  [
    'balance after it',
    (pick) => `update entry set balance_after = balance_after + 1
      where id = (select ${pick}(e.id) from entry e where e.account_id = (select account_id from entry where id =
        (select ${pick}(id) from entry where balance_after is not null)))`,
    /every entry says the balance after it/,
  ],
  [
    'realm',
    (pick) =>
      `update ledger_tx set realm = case realm when 'real' then 'demo' else 'real' end where id = (select ${pick}(id) from ledger_tx)`,
    /no transaction crosses the realms/,
  ],
  [
    'order of a deal',
    (pick) => `update deal set profit = profit + 1 where id = (select ${pick}(id) from deal where kind = 'close')`,
    /closed at the price, the tick and the profit/,
  ],
];

/** Tables whose rows a start must not read one by one. */
const LONG = new Set(['entry', 'ledger_tx', 'deal']);
/** Postings that make the ledger long. */
const POSTINGS = 5_000;
/** What a start may read of them when nothing is new: the newest of each account, and those of live orders. */
const ROWS_MAX = 100;

const isFew = (rows: number): boolean => rows <= ROWS_MAX;

/** A long ledger behind a checkpoint: postings of nobody's money between two house accounts, in order. */
async function lengthen(db: Db): Promise<void> {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${POSTINGS})`;
  const first = (await newest(db, 'ledger_tx')) + 1;
  await db.transaction(async (trx) => {
    await sql
      .raw(
        `insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at)
         ${numbers} select ${first} + i, 'demo', 1, 'long', 'test', i, 10, '', 0 from n`,
      )
      .execute(trx);
    for (const [account, amount] of [
      [1, 5],
      [2, -5],
    ])
      await sql
        .raw(`insert into entry (tx_id, account_id, amount) ${numbers} select ${first} + i, ${account}, ${amount} from n`)
        .execute(trx);
  });
  // SQLite takes every table for a long one unless it was told; PostgreSQL finds out by itself, but later.
  if (db.dialect === 'postgres') await sql.raw('analyze').execute(db.kysely);
}

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };
const planRows = (plan: Plan): number =>
  (LONG.has(plan['Relation Name'] ?? '') ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, child) => sum + planRows(child), 0);

/** Rows of the long tables that a query reads on PostgreSQL; on SQLite Infinity where it goes through one from end to end, else 0. */
async function rowsRead(db: Db, query: string): Promise<number> {
  if (db.dialect === 'postgres') {
    const { rows } = await sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${query}`).execute(db.kysely);
    return planRows((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  }
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${query}`).execute(db.kysely);
  // A table, by its name or the name that the laws give it, gone through without a bound.
  const isThrough = rows.some(({ detail }) => /^SCAN (e|t|d|b|entry|ledger_tx|deal)\b/.test(detail));
  return isThrough ? Number.POSITIVE_INFINITY : 0;
}

eachDatabase('the checkpoint of the ledger', (open) => {
  it('D9.83 is set by a start that finds everything in order, once for what is new, and never changes', async () => {
    const db = await open();
    const nowMs = await trade(db);
    const before = await checkpoints(db);
    expect(await atStart(db, nowMs)).toBe('');
    expect(await atStart(db, nowMs)).toBe('');
    const [noted, ...more] = (await checkpoints(db)).slice(before.length);
    expect(noted).toMatchObject({
      at: nowMs,
      tx_id: await newest(db, 'ledger_tx'),
      entry_id: await newest(db, 'entry'),
      order_id: await newest(db, 'trade_order'),
      deal_id: await newest(db, 'deal'),
    });
    expect(more).toEqual([]);
    await expect(db.transaction((trx) => sql`update ledger_checkpoint set at = 1`.execute(trx))).rejects.toThrow(/can only grow/);
    await expect(db.transaction((trx) => sql`delete from ledger_checkpoint`.execute(trx))).rejects.toThrow(/can only grow/);
  });

  for (const [what, statement, said] of BENT) {
    it(`D9.83 a bent ${what} behind the checkpoint is named at each start, and before it by the whole check`, async () => {
      const db = await open();
      const nowMs = await trade(db);
      expect(await atStart(db, nowMs)).toBe('');
      const later = await trade(db);
      // The start of that market noted nothing of what it would bring.
      const noted = await checkpoints(db);
      await bendDatabase(db, statement('max'));
      for (const start of [1, 2]) expect([start, await atStart(db, later)]).toEqual([start, expect.stringMatching(said)]);
      expect(await whole(db, later)).toMatch(said);
      expect(await checkpoints(db)).toEqual(noted);
    });

    it(`D9.83 a bent ${what} before the checkpoint is named by the whole check, which the checkpoint cannot hide`, async () => {
      const db = await open();
      await trade(db);
      expect(await atStart(db, await trade(db))).toBe('');
      const nowMs = await trade(db);
      await bendDatabase(db, statement('min'));
      expect(await atStart(db, nowMs)).not.toMatch(said);
      expect(await whole(db, nowMs)).toMatch(said);
    });
  }

  it('D9.83 an end of the ledger that was cut off is named at the start', async () => {
    const db = await open();
    const nowMs = await trade(db);
    expect(await atStart(db, nowMs)).toBe('');
    await bendDatabase(db, 'delete from entry where id = (select max(id) from entry)');
    expect(await atStart(db, nowMs)).toMatch(/the ledger goes as far as it was looked at before/);
  });

  it(`D9.83 of ${POSTINGS} postings before the checkpoint a start reads no more than ${ROWS_MAX} rows, and the whole check all`, async () => {
    const db = await open();
    const nowMs = await trade(db);
    await lengthen(db);
    expect(await atStart(db, nowMs)).toBe('');
    const last = (await checkpoints(db)).at(-1);
    if (!last) throw new Error('no checkpoint');
    const from = { txId: last.tx_id, entryId: last.entry_id, orderId: last.order_id, dealId: last.deal_id };
    for (const { law, broken } of lawsSince(from)) expect([law, await rowsRead(db, broken)]).toEqual([law, expect.toSatisfy(isFew)]);
    // A plan of SQLite does not say how many rows a search finds.
    if (db.dialect === 'sqlite') return;
    const all = await Promise.all(lawsSince(LEDGER_BEGIN).map(({ broken }) => rowsRead(db, broken)));
    expect(Math.max(...all)).toBeGreaterThan(POSTINGS);
  });
});
