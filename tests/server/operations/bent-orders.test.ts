/** Bends that leave the ledger, the chain and the price of every deal as they were: each must be named all the same. */
import { afterEach, expect, it } from 'vitest';
import { BLOCK_MS } from '#domain/tape/block-time.ts';
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

const BENDS: readonly [what: string, ...statements: string[]][] = [
  [
    'an execution at a tick whose block was emptied, at any price',
    'delete from tape_body where height = 3',
    `update deal set price = price - 500000, tick_seq = (select first_seq from tape_block where height = 3) where id = (select max(id) from deal)`,
  ],
  ['the opening price of a position', 'update trade_order set open_price = open_price - 500000 where status = 1'],
  [
    'an execution at an older and better tick',
    `update deal set tick_seq = (select min(tick_seq) from deal), price = (select d.price from deal d order by tick_seq limit 1) where id = (select max(id) from deal)`,
  ],
];

eachDatabase('bent orders', (openDatabase) => {
  for (const [what, ...statements] of BENDS) {
    it(`name ${what}`, async () => {
      const db = await openDatabase();
      app = await startApp({ db });
      const { token } = await app.demo();
      for (let second = 0; second < 12; second++) {
        await app.pushTick('EURUSD', (1.1 + second / 10_000).toFixed(5));
        if (second % 5 === 2) expect((await app.call('/v2/api/forex/submit', SMALL_BUY, { token })).code).toBe(1);
        await app.clock.advance(BLOCK_MS);
      }
      const nowMs = app.clock.now();
      await app.server.stop();
      app = undefined;
      await bendDatabase(db, ...statements);
      const { problems } = await verifyBooks(db, { nowMs, isWhole: true });
      expect(problems.length).toBeGreaterThan(0);
    });
  }
});
