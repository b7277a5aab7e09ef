/** What somebody with the database in their hands may try: each must be named by the check of a start and by the whole check. */
import { afterEach, expect, it } from 'vitest';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
import type { Db } from '#server/database/database.ts';
import { verifyBooks } from '#server/operations/verify-books.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp } from '../start-app.ts';
import { SMALL_BUY } from './small-buy.ts';

let app: StartedApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const SECONDS = 30;

/** A market of some seconds in which a person bought and closed. */
async function traded(db: Db): Promise<StartedApp> {
  const started = await startApp({ db });
  const { token } = await started.demo();
  for (let second = 0; second < SECONDS; second++) {
    await started.pushTick('EURUSD', (1.1 + second / 10_000).toFixed(5));
    if (second % 5 === 2) expect((await started.call('/v2/api/forex/submit', SMALL_BUY, { token })).code).toBe(1);
    await started.clock.advance(BLOCK_MS);
  }
  return started;
}

const problems = async (db: Db, nowMs: number): Promise<string[]> => {
  const atStart = await verifyBooks(db, { nowMs, isWhole: false });
  const whole = await verifyBooks(db, { nowMs, isWhole: true });
  expect(whole.problems.length > 0).toBe(atStart.problems.length > 0);
  return [...whole.problems];
};

const TAMPERINGS: readonly [what: string, statement: string, said: RegExp][] = [
  [
    'a deal at another price',
    'update deal set price = price - 10000 where id = (select max(id) from deal)',
    /execution \d+ at tick \d+: filled at .*, the tick says/,
  ],
  [
    'a deal at a tick of nobody',
    'update deal set tick_seq = 1000000 where id = (select max(id) from deal)',
    /table deal names tick 1000000/,
  ],
  [
    'a tick that was rewritten',
    'update tape_body set body = (select body from tape_body where height = 3) where height = 7',
    /block 7: its body is not the one that was sealed/,
  ],
  [
    'the ticks of one block taken away, so that nothing could be said of its executions',
    'delete from tape_body where height = 7',
    /block 7: its ticks are gone/,
  ],
  [
    'a header that was rewritten',
    'update tape_block set time_ms = time_ms + 1 where height = 9',
    /the log is not what its checkpoint of block \d+ signs/,
  ],
  [
    'the last 20 blocks taken away',
    'delete from tape_block where height > (select max(height) from tape_block) - 20',
    /the tape ends at tick \d+, but table \w+ names tick \d+/,
  ],
  [
    'a balance that nobody paid',
    "update account set balance = balance + 1 where part = 'balance' and user_id is not null",
    /a person's balance is the sum of its entries/,
  ],
];

eachDatabase('books that somebody bent', (openDatabase) => {
  it('say nothing when nothing was bent, with the market running on', async () => {
    const db = await openDatabase();
    app = await traded(db);
    expect(await problems(db, app.clock.now())).toEqual([]);
    const { facts } = await verifyBooks(db, { nowMs: app.clock.now(), isWhole: true });
    expect(facts.at(-1)).toBe('executions: 6 compared with their tick');
  });

  for (const [what, statement, said] of TAMPERINGS) {
    it(`name ${what}`, async () => {
      const db = await openDatabase();
      app = await traded(db);
      const nowMs = app.clock.now();
      // What the tape still holds unsealed would otherwise be the end of the tape.
      await app.server.stop();
      app = undefined;
      await bendDatabase(db, ...(what.startsWith('the last') ? ['delete from tape_group'] : []), statement);
      expect((await problems(db, nowMs)).join('\n')).toMatch(said);
    });
  }

  it('refuse to change a deal or the ticks of a block by themselves', async () => {
    const db = await openDatabase();
    app = await traded(db);
    await expect(db.transaction((trx) => trx.updateTable('deal').set({ price: 1n }).execute())).rejects.toThrow(/deal can only grow/);
    await expect(
      db.transaction((trx) =>
        trx
          .updateTable('tape_body')
          .set({ body: new Uint8Array([1]) })
          .execute(),
      ),
    ).rejects.toThrow(/tape_body can only grow/);
  });
});
