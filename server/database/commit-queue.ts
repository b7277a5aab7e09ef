/**
 * Transactions of the one connection that writes, one after another in the order they came. Those that wait at the same time share a
 * commit, and with it the wait for the disk: each runs behind a savepoint of its own, so that one which fails takes nothing of the others
 * with it, and nobody is answered before the commit that holds his work.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import type { Trx } from './database.ts';
import { asDatabaseError, DatabaseUnavailableError } from './database-errors.ts';
import type { Database } from './schema.ts';

/** Works that may wait for those that run. */
const WAITING_MAX = 2_000;
/** Works that share a commit: the last waits for all of them, and nothing else is done meanwhile. */
const COMMIT_WORKS_MAX = 64;

type Job = {
  readonly work: (trx: Trx) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
};
type Ended = { readonly value: unknown } | { readonly error: unknown };

const SAVEPOINT = CompiledQuery.raw('savepoint work');
const ROLLBACK_TO = CompiledQuery.raw('rollback to work');
const RELEASE = CompiledQuery.raw('release work');

/** Runs a work so that its failure undoes only what it did itself. Throws when the whole transaction is lost, as on a full disk. */
async function runApart(trx: Trx, work: Job['work']): Promise<Ended> {
  await trx.executeQuery(SAVEPOINT);
  try {
    const value = await work(trx);
    await trx.executeQuery(RELEASE);
    return { value };
  } catch (error) {
    try {
      await trx.executeQuery(ROLLBACK_TO);
      await trx.executeQuery(RELEASE);
    } catch {
      throw error;
    }
    return { error };
  }
}

export class CommitQueue {
  readonly #kysely: Kysely<Database>;
  #waiting: Job[] = [];
  #isRunning = false;

  constructor(kysely: Kysely<Database>) {
    this.#kysely = kysely;
  }

  run<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    if (this.#waiting.length >= WAITING_MAX) {
      return Promise.reject(new DatabaseUnavailableError('busy', `more than ${WAITING_MAX} transactions wait`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // The engine answers at once, so without this turn whoever came first would be committed before the next is even read from its socket.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, COMMIT_WORKS_MAX));
    }
    this.#isRunning = false;
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    try {
      const ended = await this.#kysely.transaction().execute(async (trx) => {
        const [first, ...others] = jobs as [Job, ...Job[]];
        // One alone fails or succeeds with its transaction.
        if (others.length === 0) return [{ value: await first.work(trx) }];
        const all: Ended[] = [];
        for (const job of jobs) all.push(await runApart(trx, job.work));
        return all;
      });
      for (const [index, job] of jobs.entries()) {
        const end = ended[index] as Ended;
        if ('error' in end) job.reject(asDatabaseError(end.error));
        else job.resolve(end.value as never);
      }
    } catch (error) {
      for (const job of jobs) job.reject(asDatabaseError(error));
    }
  }
}
