/** A crowd of orders that lapse in the same second: each is cancelled once, in its account's order, in commits that hold nobody up for long. */
import { expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { eachDatabase } from '../each-database.ts';
import { chance } from './chance.ts';
import { crowdOfWaiting, eachOnceInOrder } from './due-crowd.ts';
import { mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, openDesk } from './trading-fixture.ts';

const LONG = Boolean(process.env.TEST_LONG);
const ACCOUNTS = LONG ? 2_000 : 40;
const PER_ACCOUNT = 10;
const ROWS = ACCOUNTS * PER_ACCOUNT;
const KILLS = LONG ? 20 : 4;

/** The database with the time of every transaction, from its first statement to its commit. */
function timed(db: Db): Db & { readonly tookMs: number[] } {
  const tookMs: number[] = [];
  return {
    ...db,
    tookMs,
    async transaction(work) {
      let beganMs = 0;
      const result = await db.transaction((trx) => {
        beganMs = performance.now();
        return work(trx);
      });
      tookMs.push(performance.now() - beganMs);
      return result;
    },
  };
}

async function end(at: Desk): Promise<void> {
  await at.desk.stop();
  await at.tape.stop();
}

eachDatabase('a crowd that falls due', (open, dialect) => {
  it(`D9.62 D9.63: ${ROWS} rows due in one second, each once, in the order of its account`, { timeout: 900_000 }, async () => {
    const db = await open();
    const evaluatorDb = timed(db);
    const at = await openDesk(db, { evaluatorDb, isEvaluating: false });
    await at.tick([EURUSD, '1.1']);
    const endMs = at.clock.now() + 10_000;
    await crowdOfWaiting(at, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs: () => endMs });
    await at.desk.startEvaluator();
    await at.clock.advance(10_500);
    evaluatorDb.tookMs.length = 0;
    const beganMs = performance.now();
    await at.confirm(EURUSD);
    const tookMs = performance.now() - beganMs;
    const longest = Math.max(...evaluatorDb.tookMs);
    process.stderr.write(
      `due drain ${dialect}: ${ROWS} rows in ${Math.round(tookMs)} ms, ${Math.round((ROWS * 1_000) / tookMs)} a second, longest commit ${longest.toFixed(1)} ms of ${evaluatorDb.tookMs.length}\n`,
    );
    expect(await db.kysely.selectFrom('due_work').selectAll().execute()).toEqual([]);
    const ends = await db.kysely.selectFrom('trade_order').select(['status', 'close_reason', 'completed_at']).distinct().execute();
    expect(ends).toEqual([{ status: 4, close_reason: 'expired', completed_at: endMs }]);
    expect(await at.laws()).toEqual([]);
    await at.desk.stop();
  });

  it(`D9.63: ${ROWS} rows, the leader killed ${KILLS} times on the way: each once, in the order of time and number`, {
    timeout: 900_000,
  }, async () => {
    const db = await open();
    const random = chance(7);
    const first = await openDesk(db, { isEvaluating: false });
    const { clock } = first;
    await first.tick([EURUSD, '1.1']);
    const beganMs = clock.now();
    const endMs = () => beganMs + 1_000 * (1 + random(4));
    await crowdOfWaiting(first, { accounts: ACCOUNTS, perAccount: PER_ACCOUNT, endMs });
    // Another node that believes to lead as well.
    const other = await openDesk(db, { clock, isFollowing: true, isEvaluating: false });
    await end(first);
    await clock.advance(2_500);
    let kills = 0;
    for (let life = 0; life < KILLS; life++) {
      const mortal = mortalDb(db);
      const at = await openDesk(db, { clock, evaluatorDb: mortal });
      mortal.dieAt(1 + random(ROWS / 48 / KILLS), random(2) === 0 ? 'before commit' : 'after commit');
      await clock.advance(life === KILLS - 2 ? 2_500 : 0);
      await at.confirm(EURUSD);
      kills += mortal.isDead ? 1 : 0;
      await end(at);
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
    const last = await openDesk(db, { clock });
    await Promise.all([other.desk.startEvaluator(), last.confirm(EURUSD)]);
    await clock.advance(60);
    for (const at of [other, last]) await at.desk.caughtUp();
    await eachOnceInOrder(db, ROWS);
    expect(await last.laws()).toEqual([]);
    await end(last);
    await end(other);
  });
});
