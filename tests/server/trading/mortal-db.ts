/** A database that one process loses at a chosen transaction, as by a kill: before its commit, or after it and before the answer. */
import type { Db } from '#server/database/database.ts';

export class KilledError extends Error {
  override name = 'KilledError';
}

export type MortalDb = Db & {
  /** The process dies at the n-th transaction from now (1: the next). */
  dieAt(transaction: number, moment: 'before commit' | 'after commit'): void;
  dieNow(): void;
  readonly isDead: boolean;
};

export function mortalDb(db: Db): MortalDb {
  let left = Number.POSITIVE_INFINITY;
  let moment: 'before commit' | 'after commit' = 'before commit';
  let isDead = false;
  return {
    ...db,
    get isDead() {
      return isDead;
    },
    dieAt(transaction, when) {
      left = transaction;
      moment = when;
    },
    dieNow() {
      isDead = true;
    },
    async transaction(work) {
      if (isDead) throw new KilledError('this process is dead');
      left -= 1;
      if (left > 0) return db.transaction(work);
      isDead = true;
      await db
        .transaction(async (trx) => {
          await work(trx);
          if (moment === 'before commit') throw new KilledError('killed before the commit');
        })
        .catch((error: unknown) => {
          if (!(error instanceof KilledError)) throw error;
        });
      throw new KilledError(`killed ${moment}`);
    },
  };
}
