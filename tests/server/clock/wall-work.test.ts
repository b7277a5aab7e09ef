/** Housekeeping of the leader: once for each time that it falls due, whoever leads and whoever dies of it. */
import { expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { createWallRunner, type WallKind } from '#server/clock/wall-work.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { readFact, writeFact } from '#server/repositories/fact-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { mortalDb } from '../trading/mortal-db.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const timesDone = async (db: Db): Promise<number> => Number((await readFact(db.kysely, 'done')) ?? 0);
/** Counts how often it was done, in the database. */
const counting: WallKind = {
  everyMs: DAY_MS,
  async run(trx) {
    await writeFact(trx, 'done', String(Number((await readFact(trx, 'done')) ?? 0) + 1));
  },
};

eachDatabase('housekeeping', (open) => {
  it('D9.65: is done once a day, though nodes start, stop and lead side by side', async () => {
    const db = await open();
    const clock = new ManualClock();
    const nodes = [0, 1].map(() => createWallRunner({ db, clock, log: silentLog }, { counting }));
    for (const node of nodes) await node.start();
    expect(await timesDone(db)).toBe(0);
    for (let day = 1; day <= 3; day++) {
      await clock.advance(DAY_MS - 5 * MINUTE_MS);
      expect(await timesDone(db)).toBe(day - 1);
      // A restart begins no new count.
      await nodes[0]?.stop();
      await nodes[0]?.start();
      await clock.advance(7 * MINUTE_MS);
      expect(await timesDone(db)).toBe(day);
    }
    for (const node of nodes) await node.stop();
    await clock.advance(3 * DAY_MS);
    expect(await timesDone(db)).toBe(3);
    // What fell due while nobody led is done by the next who does, once.
    await nodes[1]?.start();
    expect(await timesDone(db)).toBe(4);
    await nodes[1]?.stop();
  });

  it('D9.65: a clock that was years ahead once puts nothing off for longer than one period', async () => {
    const db = await open();
    const ahead = createWallRunner({ db, clock: new ManualClock(Date.UTC(2036, 0)), log: silentLog }, { counting });
    await ahead.start();
    await ahead.stop();
    const clock = new ManualClock(Date.UTC(2026, 0));
    const node = createWallRunner({ db, clock, log: silentLog }, { counting });
    await node.start();
    await clock.advance(DAY_MS + MINUTE_MS);
    expect(await timesDone(db)).toBe(1);
    await node.stop();
  });

  for (const moment of ['before commit', 'after commit'] as const) {
    it(`D9.65: a node that is killed ${moment} neither loses it nor does it twice`, async () => {
      const db = await open();
      const clock = new ManualClock();
      const mortal = mortalDb(db);
      const first = createWallRunner({ db: mortal, clock, log: silentLog }, { counting });
      await first.start();
      mortal.dieAt(1, moment);
      await clock.advance(DAY_MS + MINUTE_MS);
      expect(mortal.isDead).toBe(true);
      expect(await timesDone(db)).toBe(moment === 'before commit' ? 0 : 1);
      await first.stop();
      const second = createWallRunner({ db, clock, log: silentLog }, { counting });
      await second.start();
      expect(await timesDone(db)).toBe(1);
      await second.stop();
    });
  }

  it('D9.65: one kind that fails holds up no other, and is tried again', async () => {
    const db = await open();
    const clock = new ManualClock();
    let tries = 0;
    const failing: WallKind = {
      everyMs: DAY_MS,
      async run() {
        tries++;
        if (tries < 3) throw new Error('not yet');
      },
    };
    const runner = createWallRunner({ db, clock, log: silentLog }, { failing, counting });
    await runner.start();
    await clock.advance(DAY_MS);
    expect([tries, await timesDone(db)]).toEqual([1, 1]);
    await clock.advance(5 * MINUTE_MS);
    expect([tries, await timesDone(db)]).toEqual([3, 1]);
    await runner.stop();
  });
});
