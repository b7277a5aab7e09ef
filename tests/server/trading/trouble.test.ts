import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { DatabaseUnavailableError } from '#server/database/database-errors.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, marketOrder, moneyRows, NO_KEY, openDesk } from './trading-fixture.ts';

/** Makes the disk of the database full at the next insert into the ledger, as PostgreSQL says it (SQLSTATE 53100), or lets it be. */
async function injectFull(db: Db, isFull: boolean): Promise<void> {
  await db.transaction(async (trx) => {
    if (isFull) {
      await sql`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(trx);
      await sql`create trigger full_disk before insert on entry for each row execute function full_disk()`.execute(trx);
    } else {
      await sql`drop trigger full_disk on entry`.execute(trx);
      await sql`drop function full_disk()`.execute(trx);
    }
  });
}

const troubleOf = (error: unknown) => (error instanceof DatabaseUnavailableError ? error.trouble : error);

eachDatabase('a full database', (open, dialect) => {
  it('refuses an order with a named trouble, harms nothing, and the same key works when there is room again', async () => {
    const db = await open(dialect === 'sqlite' ? { pagesMax: 230 } : {});
    const at = await openDesk(db);
    const anna = await at.trader();
    await at.tick([EURUSD, '1.08345']);
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    if (dialect === 'postgres') await injectFull(db, true);
    else {
      // Fill the file to the brim, so that the order itself finds no room.
      for (const size of [4_000, 400, 40]) {
        for (let n = 0; n < 10_000; n++) {
          const value = 'x'.repeat(size);
          const isFull = await db
            .transaction((trx) =>
              trx
                .insertInto('fact')
                .values({ key: `fill-${size}-${n}`, value })
                .execute(),
            )
            .then(() => false)
            .catch(() => true);
          if (isFull) break;
        }
      }
    }
    const before = await moneyRows(db);
    const key = freshKey();
    let error: unknown;
    // A small order may find room in a page that is not full: keep asking until the file says no.
    for (let n = 0; n < 200 && error === undefined; n++) {
      error = await at.desk.submit(anna, marketOrder(), n === 0 ? key : NO_KEY).then(
        () => undefined,
        (reason: unknown) => reason,
      );
    }
    expect(troubleOf(error)).toBe('full');
    if (dialect === 'postgres') expect(await moneyRows(db)).toBe(before);
    expect(await at.laws()).toEqual([]);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 50 })).data.some((row) => row.Id === Id)).toBe(true);

    if (dialect === 'postgres') {
      await injectFull(db, false);
      filled(await at.desk.submit(anna, marketOrder(), key));
    } else {
      await at.desk.stop();
      await db.close();
      const roomy = await openDesk(await open({ again: db }), { clock: at.clock });
      await roomy.tick([EURUSD, '1.08345']);
      filled(await roomy.desk.submit(anna, marketOrder(), freshKey()));
      expect(await roomy.laws()).toEqual([]);
    }
    expect(dialect === 'sqlite' || (await at.laws()).length === 0).toBe(true);
  });
});

eachDatabase('an evaluator whose database fails', (open) => {
  it('tries again and closes at the tick where it was due', async () => {
    const db = await open();
    let isFailing = false;
    const deskDb: Db = {
      ...db,
      transaction: (work) => (isFailing ? Promise.reject(new DatabaseUnavailableError('lost', 'gone')) : db.transaction(work)),
    };
    const at = await openDesk(db, { deskDb });
    const anna = await at.trader();
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '9' }), freshKey()));
    isFailing = true;
    await at.tick([EURUSD, '0.99'], [EURUSD, '2']);
    await at.tick([EURUSD, '3']);
    await at.clock.advance(1_500);
    expect((await at.desk.orders(anna, { list: 'holding', page: 1, limit: 10 })).total).toBe(1);
    isFailing = false;
    await at.clock.advance(1_500);
    await at.desk.caughtUp();
    const closed = (await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data[0];
    expect(closed).toMatchObject({ UpdatePrice: 0.99, CloseReason: 'stopout' });
    expect(await at.laws()).toEqual([]);
  });
});
