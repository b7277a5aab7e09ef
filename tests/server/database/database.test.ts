import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseStartError, DatabaseUnavailableError } from '#server/database/database-errors.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { eachDatabase } from '../each-database.ts';

eachDatabase('database', (open) => {
  it('carries 64-bit money and bytes both ways without losing a unit', async () => {
    const db = await open();
    const prices = [2n ** 53n + 1n, 9_200_000_000_000_000_000n, -9_200_000_000_000_000_000n, 0n, -1n];
    await db.transaction(async (trx) => {
      for (const [index, price] of prices.entries()) {
        await trx
          .insertInto('quote')
          .values({ product_id: index + 1, seq: 2 ** 53 - 1, price, time_ms: 1_772_618_400_123, alive_seq: 7, alive_at: 0 })
          .execute();
      }
      await trx
        .insertInto('tape_body')
        .values({ height: 1, body: new Uint8Array([0, 1, 254, 255]) })
        .execute();
    });
    const rows = await db.kysely.selectFrom('quote').selectAll().orderBy('product_id').execute();
    expect(rows.map((row) => row.price)).toEqual(prices);
    expect(rows[0]).toMatchObject({ product_id: 1, seq: 9_007_199_254_740_991, time_ms: 1_772_618_400_123 });
    const { body } = await db.kysely.selectFrom('tape_body').select('body').executeTakeFirstOrThrow();
    expect([...body]).toEqual([0, 1, 254, 255]);
  });

  it('refuses to read a plain number that a double cannot hold', async () => {
    const db = await open();
    await db.transaction((trx) => sql`insert into tape_cursor (name, seq) values ('far', 9007199254740993)`.execute(trx));
    await expect(db.kysely.selectFrom('tape_cursor').selectAll().execute()).rejects.toThrow(/seq holds 9007199254740993/);
  });

  it('takes nothing of a transaction that fails', async () => {
    const db = await open();
    const failing = db.transaction(async (trx) => {
      await trx.insertInto('fact').values({ key: 'half', value: 'done' }).execute();
      throw new Error('stop here');
    });
    await expect(failing).rejects.toThrow('stop here');
    expect(await db.kysely.selectFrom('fact').selectAll().execute()).toEqual([]);
  });

  it('runs transactions that arrive together without losing an update', async () => {
    const db = await open();
    await db.transaction((trx) => trx.insertInto('tape_cursor').values({ name: 'count', seq: 0 }).execute());
    const add = () =>
      db.transaction((trx) =>
        trx
          .updateTable('tape_cursor')
          .set((eb) => ({ seq: eb('seq', '+', 1) }))
          .where('name', '=', 'count')
          .execute(),
      );
    await Promise.all(Array.from({ length: 50 }, add));
    expect((await db.kysely.selectFrom('tape_cursor').select('seq').executeTakeFirstOrThrow()).seq).toBe(50);
  });

  it('keeps what was written when it is opened again, and migrates only once', async () => {
    const db = await open();
    await db.transaction((trx) => trx.insertInto('fact').values({ key: 'epoch', value: 'b7f3' }).execute());
    await db.close();
    const again = await open({ again: db });
    expect(await again.kysely.selectFrom('fact').selectAll().execute()).toEqual([{ key: 'epoch', value: 'b7f3' }]);
  });

  it('refuses to change or remove a row of the ledger, the audit or the tape', async () => {
    const db = await open();
    await db.transaction(async (trx) => {
      await sql`insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at)
                values (1, 'demo', 1, 'k', 't', 1, 10, '', 0)`.execute(trx);
      await sql`insert into entry (tx_id, account_id, amount) values (1, 1, 5), (1, 2, -5)`.execute(trx);
      await sql`insert into audit (at, actor, act, subject, detail, prev_hash, hash) values (0, '', '', '', '', '', '')`.execute(trx);
      await sql`insert into tape_block (height, first_seq, last_seq, time_ms, body_hash) values (1, 1, 1, 0, ${new Uint8Array(32)})`.execute(
        trx,
      );
      await sql`insert into tape_node (level, idx, hash) values (1, 0, ${new Uint8Array(32)})`.execute(trx);
      await sql`insert into tape_summary (tile, body) values (0, ${new Uint8Array(1)})`.execute(trx);
      await sql`update tape_checkpoint set size = 9`.execute(trx);
    });
    for (const table of ['ledger_tx', 'entry', 'audit', 'tape_block', 'tape_node', 'tape_summary', 'tape_checkpoint'] as const) {
      await expect(
        db.transaction((trx) => trx.deleteFrom(table).execute()),
        table,
      ).rejects.toThrow(/can only grow/);
    }
    await expect(db.transaction((trx) => trx.updateTable('entry').set({ amount: 6n }).execute())).rejects.toThrow(/can only grow/);
    await expect(db.transaction((trx) => trx.updateTable('audit').set({ detail: 'x' }).execute())).rejects.toThrow(/can only grow/);
  });

  it("refuses a person's balance below zero and a deficit above zero", async () => {
    const db = await open();
    const account = (part: string, balance: bigint) =>
      db.transaction(async (trx) => {
        await sql`insert into "user" (id, uid, realm, area_id, level, credit_score, invite_code, frozen, created_at, last_seen_at)
                  values (7, '10000007', 'demo', 0, 1, 100, 'I7', 0, 0, 0)`.execute(trx);
        await sql`insert into account (user_id, realm, type, part, balance) values (7, 'demo', 'demo', ${part}, ${balance})`.execute(trx);
      });
    await expect(account('balance', -1n)).rejects.toThrow();
    await expect(account('deficit', 1n)).rejects.toThrow();
    await expect(account('deficit', -1n)).resolves.toBeUndefined();
  });
});

describe('a data folder', () => {
  it('serves one process: a second one gets one clear line, and the first is unharmed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outcry-lock-'));
    const db = await openDatabase({ dataDir });
    const error = await openDatabase({ dataDir }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toBe(`DATA_DIR ${dataDir} is in use by another process; stop it or choose another DATA_DIR`);
    const script = `import('#server/database/open-database.ts').then(m => m.openDatabase({ dataDir: process.argv[1] })).then(() => process.exit(0), (e) => { process.stderr.write(e.name); process.exit(3) })`;
    const other = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir], { encoding: 'utf8' });
    expect([other.status, other.stderr]).toEqual([3, 'DatabaseStartError']);
    await db.transaction((trx) => trx.insertInto('fact').values({ key: 'still', value: 'here' }).execute());
    await db.close();
    await (await openDatabase({ dataDir })).close();
    rmSync(dataDir, { recursive: true });
  });

  it('has a commit on the disk before it is acknowledged, unless a test says otherwise', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outcry-flush-'));
    const synchronous = async (options: { isFlushed?: boolean }) => {
      const db = await openDatabase({ dataDir, ...options });
      const { rows } = await db.transaction((trx) => sql<{ synchronous: number }>`pragma synchronous`.execute(trx));
      await db.close();
      return Number(rows[0]?.synchronous);
    };
    const [OFF, FULL] = [0, 2];
    expect([await synchronous({}), await synchronous({ isFlushed: false })]).toEqual([FULL, OFF]);
    rmSync(dataDir, { recursive: true });
  });

  it('that is full refuses the write with a named trouble and keeps serving reads', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outcry-full-'));
    const db = await openDatabase({ dataDir, pagesMax: 220 });
    const fill = async () => {
      for (let n = 0; n < 1_000; n++) {
        await db.transaction((trx) =>
          trx
            .insertInto('fact')
            .values({ key: `k${n}`, value: 'x'.repeat(2_000) })
            .execute(),
        );
      }
    };
    const error = await fill().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect((error as DatabaseUnavailableError).trouble).toBe('full');
    const { count } = await db.kysely
      .selectFrom('fact')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(10);
    await db.close();
    rmSync(dataDir, { recursive: true });
  });
});

describe('a PostgreSQL that cannot be reached', () => {
  it('stops the start with one line that does not tell the password', async () => {
    const error = await openDatabase({ dataDir: '', databaseUrl: 'postgresql://me:secret@127.0.0.1:1/nowhere' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DatabaseStartError);
    expect((error as Error).message).toContain('127.0.0.1/nowhere');
    expect((error as Error).message).not.toContain('secret');
  });
});
