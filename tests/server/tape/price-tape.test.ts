import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import type { TapeGroup } from '#server/tape/tape.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { confirm, open, record, START_MS, tick } from './tape-rig.ts';
import { openTape } from './test-log.ts';

/** Readers, accounts and books that must still be judged or read from blocks 3 and 4. */
async function keepReaders(db: Db, blocks: readonly { readonly last_seq: number }[]): Promise<void> {
  await db.transaction(async (trx) => {
    // Changes below version 7 are judged up to block 4; the account of user 8 was changed since and is judged up to block 3.
    const cursors = ['candles', 'evaluator'].map((name) => ({ name, seq: blocks[3]!.last_seq }));
    await trx
      .insertInto('tape_cursor')
      .values([...cursors, { name: 'evaluator-changes', seq: 7 }])
      .execute();
    const change = { account_type: 'demo' as const, judged_seq: 1, version: 6 };
    await trx
      .insertInto('account_change')
      .values([
        { ...change, user_id: 7 },
        { ...change, user_id: 8, version: 7, judged_seq: blocks[2]!.last_seq },
      ])
      .execute();
    // Books of prices from which a reader goes on.
    await trx
      .insertInto('tape_book')
      .values([2, 3].map((at) => ({ height: at + 1, seq: blocks[at]!.last_seq, book: '[]' })))
      .execute();
  });
}

/** A position that was opened at a tick. */
async function keepFill(db: Db, tickSeq: number): Promise<void> {
  await db.transaction(async (trx) => {
    const user = { realm: 'demo' as const, area_id: 1, level: 1, credit_score: 100, frozen: 0, created_at: 1, last_seen_at: 1 };
    const { id } = await trx
      .insertInto('user')
      .values({ ...user, uid: '1', invite_code: 'a', email: null, mobile: null, password_hash: null, demo_id_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const zero = { asked_price: 0n, open_price: 0n, close_price: 0n, margin: 0n, fee: 0n, profit: 0n, stop_loss: 0n, take_profit: 0n };
    const terms = {
      leverage: 1,
      margin_mode: 0,
      contract_number: 1n,
      quote_rate: 1n,
      open_seq: 0,
      close_seq: 0,
      eval_from: 0,
      close_reason: '',
    };
    const times = { origin_id: 0, parent_id: 0, follow_type: 1, created_at: 1, opened_at: 1, completed_at: 0 };
    const order = await trx
      .insertInto('trade_order')
      .values({
        user_id: id,
        realm: 'demo',
        account_type: 'demo',
        product_id: 1,
        status: 1,
        side: 'buy',
        lots: 1n,
        ...zero,
        ...terms,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('deal')
      .values({
        order_id: order.id,
        user_id: id,
        kind: 'open',
        lots: 1n,
        price: 1n,
        profit: 0n,
        fee: 0n,
        margin: 0n,
        tick_seq: tickSeq,
        created_at: 1,
      })
      .execute();
  });
}

eachDatabase('price tape', (openDatabase) => {
  it('publishes groups in order and only after their commit', async () => {
    const db = await openDatabase();
    const clock = new ManualClock(START_MS);
    const tape = await open(db, clock);
    const seen: TapeGroup[] = [];
    tape.onGroup((group) => seen.push(group));
    tape.push(tick('1.08345', START_MS));
    expect(tape.newest(1)).toBeUndefined();
    expect(tape.lastSeq()).toBe(0);
    await clock.advance(49);
    expect(seen).toHaveLength(0);
    await clock.advance(1);
    await tape.flush();
    expect(seen.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([[1, 1]]);
    expect(tape.newest(1)).toMatchObject({ price: decimal('1.08345'), seq: 1 });
    const quote = await db.kysely.selectFrom('quote').selectAll().executeTakeFirstOrThrow();
    expect(quote).toMatchObject({ product_id: 1, seq: 1, price: decimal('1.08345'), alive_at: START_MS + 50 });
  });

  it('keeps life and price apart: a confirm says that the source lives and moves no price', async () => {
    const clock = new ManualClock(START_MS);
    const tape = await open(await openDatabase(), clock);
    tape.push(confirm('1', START_MS, 5));
    tape.push(tick('1.08345', START_MS));
    await tape.flush();
    expect(tape.aliveAtMs(5)).toBe(0);
    await clock.advance(2_000);
    tape.push(confirm('1.08345', START_MS + 2_000));
    await tape.flush();
    expect(tape.newest(1)?.seq).toBe(1);
    expect(tape.aliveAtMs(1)).toBe(START_MS + 2_000);
    expect(tape.watermarkMs()).toBe(START_MS + 2_000);
    await clock.advance(20_000);
    expect(tape.watermarkMs()).toBe(START_MS + 17_000);
  });

  it('seals each second into a chain that verifies, and reads sealed and unsealed ticks back as they were', async () => {
    const db = await openDatabase();
    const clock = new ManualClock(START_MS);
    const tape = await open(db, clock);
    const published: TapeGroup[] = [];
    tape.onGroup((group) => published.push(group));
    tape.start();
    await record(tape, clock, 5);
    tape.push(tick('1.09', clock.now()));
    await tape.stop();
    expect(tape.head()?.size).toBeGreaterThanOrEqual(4);
    expect(await logProblem(db.kysely)).toBeUndefined();
    const all = published.flatMap((group) => group.ticks);
    for (const from of [0, 1, 7, all.length - 1, all.length]) {
      const read = await db.transaction((trx) => tape.groupsAfter(trx, from, 1_000));
      expect(read.flatMap((group) => group.ticks)).toEqual(all.slice(from));
    }
    const stepwise: TapeGroup[] = [];
    for (let seq = 0; seq < tape.lastSeq(); seq = stepwise.at(-1)!.lastSeq) {
      stepwise.push(...(await db.transaction((trx) => tape.groupsAfter(trx, seq, 1))));
    }
    expect(stepwise.flatMap((group) => group.ticks)).toEqual(all);
  });

  it('detects a body, a group or a header that somebody changed', async () => {
    const db = await openDatabase();
    const clock = new ManualClock(START_MS);
    const tape = await open(db, clock);
    tape.start();
    await record(tape, clock, 4);
    await expect(
      db.transaction((trx) => trx.updateTable('tape_block').set({ last_seq: 1 }).where('height', '=', 2).execute()),
    ).rejects.toThrow(/can only grow/);
    await expect(db.transaction((trx) => trx.deleteFrom('tape_block').where('height', '=', 2).execute())).rejects.toThrow(/can only grow/);
    const { body } = await db.kysely.selectFrom('tape_body').selectAll().where('height', '=', 2).executeTakeFirstOrThrow();
    const forged = Buffer.from(body);
    forged[3] = (forged[3] as number) ^ 1;
    const bytes = (data: Uint8Array) => `${db.dialect === 'postgres' ? "'\\x" : "x'"}${Buffer.from(data).toString('hex')}'`;
    await bendDatabase(db, `update tape_body set body = ${bytes(forged)} where height = 2`);
    expect(await logProblem(db.kysely)).toMatch(/^block 2: its body/);
    await bendDatabase(db, `update tape_body set body = ${bytes(body)} where height = 2`);
    expect(await logProblem(db.kysely)).toBeUndefined();
  });

  it('continues its numbers after a restart, and seals what a crash left just as it would have been sealed', async () => {
    const clock = new ManualClock(START_MS);
    const [crashed, whole] = [await openDatabase(), await openDatabase()];
    const never = await open(crashed, clock);
    const sealing = await open(whole, clock);
    for (const tape of [never, sealing]) {
      for (let at = 0; at < 20; at++) tape.push(tick(`1.0${800 + at}`, START_MS + at));
      await tape.flush();
    }
    sealing.start();
    await clock.advance(3_000);
    await crashed.close();
    const again = await openDatabase({ again: crashed });
    const tape = await open(again, clock);
    expect(tape.lastSeq()).toBe(20);
    expect(tape.newest(1)?.price).toBe(decimal('1.0819'));
    tape.start();
    await clock.advance(1_000);
    expect(tape.head()).toEqual(sealing.head());
    expect(tape.head()?.size).toBe(1);
    tape.push(tick('1.2', clock.now()));
    await tape.flush();
    expect(tape.newest(1)?.seq).toBe(21);
    await clock.advance(2_000);
    expect(await logProblem(again.kysely)).toBeUndefined();
  });

  it('forgets old bodies except those that prove a fill, that somebody must still be judged by, or of a tile that is not full; leaves stay', async () => {
    const db = await openDatabase();
    const clock = new ManualClock(START_MS);
    const tape = await openTape({ db, clock, log: silentLog, bodyKeepMs: 3_600_000 });
    tape.start();
    for (let second = 0; second < 300; second++) {
      tape.push(tick(`1.08${300 + second}`, clock.now()));
      await clock.advance(1_000);
    }
    await tape.stop();
    const blocks = await db.kysely.selectFrom('tape_block').selectAll().orderBy('height').execute();
    await keepReaders(db, blocks.slice(246));
    await keepFill(db, blocks[99]!.first_seq);
    const kept = async () =>
      (await db.kysely.selectFrom('tape_body').select('height').orderBy('height').execute()).map(({ height }) => height);
    const prune = async (ageMs: number) => {
      const laterClock = new ManualClock(START_MS + ageMs);
      const pruning = await openTape({ db, clock: laterClock, log: silentLog, bodyKeepMs: 3_600_000 });
      pruning.start();
      await laterClock.advance(61_000);
      await pruning.stop();
    };
    const from = (height: number) => blocks.slice(height - 1).map((block) => block.height);
    await prune(7_200_000);
    // The fill knew block 100: the seven up to it prove its price. Account 8 is judged up to block 249, and seven before may prove what comes.
    expect(await kept()).toEqual([94, 95, 96, 97, 98, 99, 100, ...from(243)]);
    expect(await logProblem(db.kysely)).toBeUndefined();
    await prune(399 * 86_400_000);
    expect(await kept()).toContain(94);
    await prune(401 * 86_400_000);
    expect(await kept()).toEqual(from(243));
    await db.transaction((trx) => trx.deleteFrom('tape_cursor').execute());
    await db.transaction((trx) => trx.deleteFrom('account_change').execute());
    await db.transaction((trx) => trx.insertInto('tape_book').values({ height: 299, seq: blocks[298]!.last_seq, book: '[]' }).execute());
    await prune(402 * 86_400_000);
    expect(await kept()).toEqual(from(257));
    expect(await db.kysely.selectFrom('tape_block').select('height').execute()).toHaveLength(blocks.length);
    expect(await logProblem(db.kysely)).toBeUndefined();
  });
});

describe('reading the tape', () => {
  it('refuses limits that make no sense', async () => {
    await expect(readGroupsAfter(undefined as never, 0, 0)).rejects.toThrow('limit: 0, allowed: 1 to 1000');
  });
});
