import { expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { createCodes } from '#server/codes/codes.ts';
import { keyedHashOf } from '#server/codes/keyed-hash.ts';
import type { Db } from '#server/database/database.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { keyFrom } from '#server/secrets/installation-key.ts';
import { eachDatabase } from '../each-database.ts';
import { otherThan } from './post-box.ts';

const TO = 'ada@example.com';
/** Every node of one installation has it. */
const KEY = keyFrom('0123456789abcdef'.repeat(4));

eachDatabase('codes', (open) => {
  const node = async (db: Db, clock = new ManualClock()) => ({
    codes: createCodes({ db, clock, limits: LIMITS.codes, keyedHash: keyedHashOf(KEY) }),
    clock,
  });
  const issue = async (db: Db, { codes }: Awaited<ReturnType<typeof node>>, to = TO) => {
    const issued = await db.transaction((trx) => codes.issue(trx, to, 'reset'));
    return 'code' in issued ? issued.code : issued.waitMs;
  };

  it('D9.201 a code of one node is right on another, once', async () => {
    const db = await open();
    const [first, second] = [await node(db), await node(db)];
    const code = String(await issue(db, first));
    expect(code).toMatch(/^\d{6}$/);
    const [here, there] = [await first.codes.hold(TO, 'reset', code), await second.codes.hold(TO, 'reset', code)];
    const spent = await Promise.all([here, there].map((held) => db.transaction(async (trx) => held?.spend(trx))));
    expect(spent.sort()).toEqual([false, true]);
    expect(await second.codes.hold(TO, 'reset', code)).toBeUndefined();
  });

  it('P22 of two that ask at once for one address one gets a code', async () => {
    const db = await open();
    const at = await node(db);
    const both = await Promise.all([issue(db, at), issue(db, at)]);
    expect(both.map((one) => typeof one).sort()).toEqual(['number', 'string']);
    expect(both).toContain(60_000);
  });

  it('P22 D9.282 one mailbox gets what one address may get, whatever is put into its name', async () => {
    const db = await open();
    const at = await node(db);
    const code = String(await issue(db, at, 'ada.byron@example.com'));
    for (const other of ['ada.byron+1@example.com', 'adabyron@example.com', 'a.d.abyron+x+y@example.com'])
      expect(await issue(db, at, other), other).toBe(60_000);
    for (const none of ['adabyron@example.org', 'ada-byron@example.com', '+adabyron@example.com', '+15551234567', '+15551234568'])
      expect(await issue(db, at, none), none).toMatch(/^\d{6}$/);
    // It is good for the very address that it was sent to.
    expect(await at.codes.hold('adabyron@example.com', 'reset', code)).toBeUndefined();
    expect(await at.codes.hold('ada.byron@example.com', 'reset', code)).toBeDefined();
  });

  it('P22 what was sent while the clock was ahead holds up nobody when it is set right', async () => {
    const db = await open();
    const at = await node(db);
    at.clock.stepWall(2 * 86_400_000);
    expect(await issue(db, at)).toMatch(/^\d{6}$/);
    at.clock.stepWall(-2 * 86_400_000);
    expect(await issue(db, at)).toMatch(/^\d{6}$/);
    expect(await issue(db, at)).toBe(60_000);
    // Another node may be a little behind.
    at.clock.stepWall(-2_000);
    expect(await issue(db, at)).toBe(62_000);
  });

  it('P22 five tries at once are five tries: the right one among more is not looked at', async () => {
    const db = await open();
    const at = await node(db);
    const code = String(await issue(db, at));
    const wrong = await Promise.all(Array.from({ length: 20 }, () => at.codes.hold(TO, 'reset', otherThan(code))));
    expect(wrong.every((held) => held === undefined)).toBe(true);
    expect(await at.codes.hold(TO, 'reset', code)).toBeUndefined();
  });

  it('D9.198 an act that is undone leaves the code as it was', async () => {
    const db = await open();
    const at = await node(db);
    const code = String(await issue(db, at));
    const held = await at.codes.hold(TO, 'reset', code);
    const act = db.transaction(async (trx) => {
      await held?.spend(trx);
      throw new Error('undone');
    });
    await expect(act).rejects.toThrow('undone');
    const again = await at.codes.hold(TO, 'reset', code);
    expect(await db.transaction(async (trx) => again?.spend(trx))).toBe(true);
  });

  it('what is over is forgotten: codes after ten minutes, addresses after a day', async () => {
    const db = await open();
    const at = await node(db);
    await issue(db, at);
    const rows = async () => [
      (await db.kysely.selectFrom('code').selectAll().execute()).length,
      (await db.kysely.selectFrom('code_target').selectAll().execute()).length,
    ];
    const clean = () => db.transaction((trx) => at.codes.cleaning.run(trx, at.clock.now()));
    await clean();
    expect(await rows()).toEqual([1, 1]);
    at.clock.jump(600_001);
    await clean();
    expect(await rows()).toEqual([0, 1]);
    at.clock.jump(86_400_000);
    await clean();
    expect(await rows()).toEqual([0, 0]);
  });
});
