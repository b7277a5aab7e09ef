/** What a start says about the books. */
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { verifyBooks } from './verify-books.ts';

/** Says at a start what does not hold in the books of the last day. The server runs on: an operator must look, nobody gains by a silence. */
export async function reportBooks({ db, clock, log, metrics }: { db: Db; clock: Clock; log: Log; metrics: Metrics }): Promise<void> {
  try {
    const { problems } = await verifyBooks(db, { nowMs: clock.now(), isWhole: false });
    metrics.brokenLaws(problems.length);
    for (const problem of problems) log.error({ problem }, 'the books do not hold');
  } catch (error) {
    log.warn({ err: error }, 'the books could not be checked');
  }
}
