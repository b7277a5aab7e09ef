import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DecimalRangeError, decimal } from '#domain/decimal.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { bookProfit, forgiveDeficit, repayDeficit } from '#server/ledger/deficit.ts';
import { createPersonAccounts, lockPersonAccount, type PersonAccount } from '#server/ledger/person-account.ts';
import { type Posting, post } from '#server/ledger/post.ts';
import { nextOccurrence } from '#server/repositories/ledger-log-repository.ts';
import { insertUser } from '#server/repositories/user-repository.ts';
import { eachDatabase } from '../each-database.ts';

let people = 0;
async function person(db: Db, realm: 'demo' | 'real' = 'demo'): Promise<number> {
  const uid = String(20_000_000 + people++);
  return db.transaction(async (trx) => {
    const blank = { email: null, mobile: null, area_id: 0, password_hash: null, demo_id_hash: null };
    const numbers = { level: 1, credit_score: 100, frozen: 0, created_at: 0, last_seen_at: 0 };
    const user = await insertUser(trx, { uid, realm, invite_code: uid, ...blank, ...numbers });
    await createPersonAccounts(trx, { userId: user.id, realm });
    return user.id;
  });
}

const posting = (account: PersonAccount, own: Partial<Posting> = {}): Posting => ({
  realm: account.realm,
  userId: account.userId,
  kind: 'test',
  refType: 'test',
  refId: account.userId,
  logType: 10,
  memo: '',
  atMs: 0,
  entries: [
    { part: account.parts.balance, amount: decimal('100') },
    { house: 'equity_in', amount: decimal('-100') },
  ],
  ...own,
});

/** Works on the demo account of a new person under its lock. */
async function withAccount<T>(db: Db, work: (trx: Trx, account: PersonAccount) => Promise<T>, userId?: number): Promise<T> {
  const id = userId ?? (await person(db));
  return db.transaction(async (trx) => work(trx, await lockPersonAccount(trx, id, 'demo')));
}

eachDatabase('ledger', (open) => {
  it('posts once, whatever is tried, and caches the sum of the entries as the balance', async () => {
    const db = await open();
    const id = await person(db);
    const tries = Array.from({ length: 8 }, () => withAccount(db, (trx, account) => post(trx, posting(account)), id));
    expect((await Promise.all(tries)).filter(Boolean).length).toBe(1);
    await withAccount(db, async (_trx, account) => expect(account.parts.balance.balance).toBe(decimal('100')), id);
    expect(await checkLedger(db)).toEqual([]);
  });

  it('refuses a posting that does not sum to zero, has no counterpart, an empty entry or another realm', async () => {
    const db = await open();
    const [demo, real] = [await person(db, 'demo'), await person(db, 'real')];
    const refused = (own: (account: PersonAccount, foreign: PersonAccount) => Partial<Posting>) =>
      db.transaction(async (trx) => {
        const account = await lockPersonAccount(trx, demo, 'demo');
        const foreign = await lockPersonAccount(trx, real, 'forex');
        return post(trx, posting(account, own(account, foreign)));
      });
    const part = (account: PersonAccount, amount: string) => ({ part: account.parts.balance, amount: decimal(amount) });
    await expect(refused((a) => ({ entries: [part(a, '1'), { house: 'fees', amount: decimal('-2') }] }))).rejects.toThrow(/sums to/);
    await expect(refused((a) => ({ entries: [part(a, '0')] }))).rejects.toThrow(/1 entries/);
    await expect(refused((a) => ({ entries: [part(a, '0'), { house: 'fees', amount: 0n }] }))).rejects.toThrow(/entry of zero/);
    await expect(refused((a, b) => ({ entries: [part(a, '-1'), part(b, '1')] }))).rejects.toThrow(/other realm/);
    expect(await checkLedger(db)).toEqual([]);
    expect(await db.kysely.selectFrom('ledger_tx').selectAll().execute()).toEqual([]);
  });

  it('refuses to bring a balance below zero, beyond 64 bits, or to move it without its lock', async () => {
    const db = await open();
    const move = (amount: bigint) => (trx: Trx, account: PersonAccount) =>
      post(
        trx,
        posting(account, {
          entries: [
            { part: account.parts.balance, amount },
            { house: 'pnl', amount: -amount },
          ],
        }),
      );
    await expect(withAccount(db, move(-1n))).rejects.toThrow();
    const beyond = async (trx: Trx, account: PersonAccount) => {
      await post(trx, posting(account));
      await post(
        trx,
        posting(account, {
          kind: 'more',
          entries: [
            { part: account.parts.balance, amount: 2n ** 63n - 1n },
            { house: 'pnl', amount: 1n - 2n ** 63n },
          ],
        }),
      );
    };
    await expect(withAccount(db, beyond)).rejects.toThrow(DecimalRangeError);
    const stale = async (trx: Trx, account: PersonAccount) => {
      account.parts.balance.balance = 7n;
      await post(trx, posting(account));
    };
    await expect(withAccount(db, stale)).rejects.toThrow(/without its lock/);
    expect(await checkLedger(db)).toEqual([]);
  });

  it('books a loss beyond the cash as deficit, repays it first, and forgives only what is left', async () => {
    const db = await open();
    const id = await person(db);
    const cause = (refId: number) => ({ refType: 'deal', refId, atMs: 0 });
    const figures = async () =>
      withAccount(db, async (_trx, { parts }) => [parts.balance.balance, parts.deficit.balance].map((it) => it / 100_000_000n), id);
    await withAccount(db, (trx, account) => post(trx, posting(account)), id);
    await withAccount(db, (trx, account) => bookProfit(trx, account, decimal('-130'), '', cause(1)), id);
    expect(await figures()).toEqual([0n, -30n]);
    await withAccount(
      db,
      async (trx, account) => {
        await bookProfit(trx, account, decimal('20'), '', cause(2));
        await repayDeficit(trx, account, cause(2));
      },
      id,
    );
    expect(await figures()).toEqual([0n, -10n]);
    await withAccount(db, (trx, account) => forgiveDeficit(trx, account, cause(3)), id);
    expect(await figures()).toEqual([0n, 0n]);
    expect(await checkLedger(db)).toEqual([]);
  });

  it('is checked law by law: a broken book is named', async () => {
    const db = await open();
    const id = await person(db);
    await withAccount(db, (trx, account) => post(trx, posting(account)), id);
    // The balance is a cache that a trigger cannot protect; everything else may only grow.
    await db.transaction((trx) => sql`update account set balance = balance + 1 where user_id = ${id} and part = 'balance'`.execute(trx));
    await db.transaction((trx) => sql`update account set balance = 5 where user_id = ${id} and part = 'margin'`.execute(trx));
    await db.transaction((trx) =>
      sql`insert into outbox (user_id, seq, topic, payload, created_at) values (${id}, 1, 'ORDER', '{}', 0), (${id}, 3, 'ORDER', '{}', 0)`.execute(
        trx,
      ),
    );
    const broken = await checkLedger(db);
    expect(broken.join('\n')).toMatch(/balance is the sum of its entries/);
    expect(broken.join('\n')).toMatch(/margin lock is what the open positions ask for/);
    expect(broken.join('\n')).toMatch(/numbered without a gap/);
    expect(broken.length).toBe(3);
  });

  it('PostgreSQL refuses at commit what does not sum to zero, even when nobody asked the ledger', async () => {
    const db = await open();
    if (db.dialect !== 'postgres') return;
    const crooked = db.transaction(async (trx) => {
      await sql`insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at)
                values (1, 'demo', 1, 'k', 't', 1, 10, '', 0)`.execute(trx);
      await sql`insert into entry (tx_id, account_id, amount) values (1, 1, 5), (1, 2, -4)`.execute(trx);
    });
    await expect(crooked).rejects.toThrow(/does not sum to zero/);
    const empty = db.transaction((trx) =>
      sql`insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at)
          values (2, 'demo', 1, 'k', 't', 2, 10, '', 0)`.execute(trx),
    );
    await expect(empty).rejects.toThrow(/does not sum to zero/);
  });

  it('D9.430 the number of the next posting costs as much behind a hundred thousand of them as behind one', async () => {
    const db = await open();
    const [few, many] = [1, 2];
    // Postings without entries are never committed.
    const back = new Error('taken back');
    const work = db.transaction(async (trx) => {
      await sql`with recursive number (i) as (select 0 union all select i + 1 from number where i < 99999)
        insert into ledger_tx (realm, user_id, kind, ref_type, ref_id, occurrence, log_type, memo, created_at)
        select 'demo', 1, 'test', 'order', ${sql.lit(many)}, i, 10, '', 0 from number
        union all select 'demo', 1, 'test', 'order', ${sql.lit(few)}, 0, 10, '', 0`.execute(trx);
      const next = (order: number) => nextOccurrence(trx, 'test', 'order', order);
      const leastMs = async (order: number): Promise<number> => {
        const took: number[] = [];
        for (let tries = 0; tries < 20; tries++) {
          const startedMs = performance.now();
          await next(order);
          took.push(performance.now() - startedMs);
        }
        return Math.min(...took);
      };
      expect([await next(few), await next(many), await next(3)]).toEqual([1, 100_000, 0]);
      expect((await leastMs(many)) / (await leastMs(few))).toBeLessThan(10);
      throw back;
    });
    await expect(work).rejects.toBe(back);
  });
});
