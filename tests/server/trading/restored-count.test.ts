/**
 * `pg_dump` keeps the versions of account changes, which are transaction ids, and no cluster goes on from another's: after a restore the
 * count begins again far below them.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { oldestNeededSeq } from '#server/repositories/tape-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

/** What a cluster that had made so many more transactions would have left in the tables. */
const AHEAD = 1_000_000_000;

eachDatabase('a database restored into a younger cluster', (open, dialect) => {
  it.runIf(dialect === 'postgres')(
    'a quiet account is not judged again from its last change, and the tape is not kept for it',
    async () => {
      const db = await open();
      const first = await openDesk(db);
      const anna = await first.trader();
      await first.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
      const { Id } = filled(await first.desk.submit(anna, marketOrder(), freshKey()));
      await first.clock.advance(1_100);
      await first.tick([GBPUSD, '1.28']);
      await first.clock.advance(1_100);
      await first.tick([GBPUSD, '1.29']);
      await first.desk.stop();
      await sql`update account_change set version = version + ${sql.lit(AHEAD)}`.execute(db.kysely);
      await sql`update tape_cursor set seq = seq + ${sql.lit(AHEAD)} where name = 'evaluator-changes'`.execute(db.kysely);

      const at = await openDesk(db, { clock: first.clock, judging: { ticksMax: 50, effectsMax: 32, slicesMax: 1 } });
      for (let group = 0; group < 10; group++) {
        await at.clock.advance(5_000);
        await at.tick([EURUSD, '1.1001'], ...Array.from({ length: 60 }, (_, step): [number, string] => [GBPUSD, `1.27${10 + step}`]));
      }
      // A change counts as seen once no older transaction of the cluster is open, and other databases of it have theirs.
      const keptTicks = async () => {
        await at.clock.advance(1_100);
        await at.tick([EURUSD, '1.1002']);
        return at.tape.lastSeq() - (await oldestNeededSeq(db.kysely));
      };
      await expect.poll(keptTicks, { timeout: 30_000, interval: 100 }).toBeLessThan(70);
      expect((await at.desk.close(anna, { id: String(Id) }, freshKey())).code).toBe(1);
      expect(await at.laws()).toEqual([]);
    },
  );
});
