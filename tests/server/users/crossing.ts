/** Two acts that meet: one is written and not committed yet when the other has passed everything that comes before its own writing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#server/database/database.ts';
import { startApp } from '../start-app.ts';

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => give(), given };
}

/** An app, and two acts of which the first waits before its commit until the second begins to write. What the app does by itself goes on. */
export async function stageOfTwo(db: Db) {
  const acting = new AsyncLocalStorage<'first' | 'second'>();
  const [written, arrived] = [signal(), signal()];
  const staged: Db = {
    ...db,
    transaction(work) {
      const act = acting.getStore();
      if (act === 'second') arrived.give();
      if (act !== 'first') return db.transaction(work);
      return db.transaction(async (trx) => {
        const result = await work(trx);
        written.give();
        await arrived.given;
        return result;
      });
    },
  };
  const app = await startApp({ db: staged });
  async function crossing<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
    const one = acting.run('first', first);
    // What fails before it writes has its test fail, and hangs nobody.
    await Promise.race([written.given, one]);
    return Promise.all([one, acting.run('second', second).finally(arrived.give)]);
  }
  return { app, crossing };
}
