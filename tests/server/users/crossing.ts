/** Two acts that meet: one is written and not committed yet when the other has passed everything that comes before its own writing. */
import { expect } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { startApp } from '../start-app.ts';
import { heldDb } from '../trading/held-db.ts';

/** An app, and two acts of which the first waits before its commit until the second has passed everything that comes before its own. */
export async function stageOfTwo(db: Db) {
  const held = heldDb(db);
  let begun = 0;
  const counted: Db = {
    ...held.db,
    transaction(work) {
      begun++;
      return held.db.transaction(work);
    },
  };
  const app = await startApp({ db: counted });
  async function crossing<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
    held.hold();
    const one = first();
    await held.held;
    const before = begun;
    const two = second();
    await expect.poll(() => begun).toBeGreaterThan(before);
    held.letGo();
    return Promise.all([one, two]);
  }
  return { app, crossing };
}
