/** Whose row is held for long holds up their own acts, and nobody else's: the one lock that all acts share, the audit's, comes last. */

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { appendAudit } from '#server/repositories/audit-repository.ts';
import { lockPerson } from '#server/repositories/identity-repository.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { identityRig } from './identity-rig.ts';

/** A transaction of somebody's own that takes its time. */
async function holdPerson(db: Db, { id }: Trader) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holding = db.transaction(async (trx) => {
    await lockPerson(trx, id);
    isHeld();
    await gate;
  });
  await held;
  return async () => {
    release();
    await holding;
  };
}

async function waitingLocks({ kysely }: Db): Promise<number> {
  const { rows } = await sql<{ waiting: bigint }>`select count(*) as waiting from pg_locks where not granted`.execute(kysely);
  return Number(rows[0]?.waiting);
}

eachDatabase('acts of somebody whose row is held', (open, dialect) => {
  it.skipIf(dialect === 'sqlite')('S41 D9.279 hold up nobody else (skipped on SQLite, which has one writer)', async () => {
    const db = await open();
    const rig = await identityRig(db);
    const [ada, eve] = [await rig.person(), await rig.person()];
    const form = await rig.form(ada);
    await rig.submit(eve, await rig.form(eve));
    const id = await rig.waitingId(eve);
    const acts: readonly (readonly [Trader, () => Promise<unknown>])[] = [
      [ada, () => rig.submit(ada, form)],
      [eve, () => rig.operator('approve-identity', [id], 'a good photo')],
    ];
    for (const [person, act] of acts) {
      const letGo = await holdPerson(db, person);
      const acted = act();
      await expect.poll(() => waitingLocks(db)).toBeGreaterThan(0);
      let isWritten = false;
      const other = db.transaction(async (trx) => {
        await appendAudit(trx, { at: 1, actor: 'user:1', act: 'login', subject: 'user:1', detail: '' });
        isWritten = true;
      });
      await expect.poll(() => isWritten, { timeout: 5_000 }).toBe(true);
      await letGo();
      await Promise.all([acted, other]);
    }
    expect([await rig.realStatus(ada), await rig.realStatus(eve)]).toEqual([1, 2]);
  });
});
