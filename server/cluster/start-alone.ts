/** Lets the nodes of one database start one after another: seeds and first facts are written once, by the first to come. */
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';

/** Any constants of our own; the second part of a lock is the schema, so that two markets in one database do not meet. */
const START_LOCK = 7_170_044;
const TRY_EVERY_MS = 100;
const TRIES_MAX = 600;

/** Runs `work` while no other node does. Throws when another holds the turn for a minute. */
export async function startAlone<T>(parts: { db: Db; clock: Clock }, work: () => Promise<T>): Promise<T> {
  const { db, clock } = parts;
  if (!db.openSession) return work();
  const session = await db.openSession();
  try {
    for (let tries = 1; ; tries++) {
      const [row] = await session.query('select pg_try_advisory_lock($1, hashtext(current_schema())) as won', { values: [START_LOCK] });
      if (row?.won === true) return await work();
      if (tries >= TRIES_MAX) throw new Error('another node has been starting on this database for a minute: look at its log');
      await clock.sleep(TRY_EVERY_MS);
    }
  } finally {
    await session.close();
  }
}
