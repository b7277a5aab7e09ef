/** What goes wrong between a block, its checkpoint, the file `newest` and those who are told; and several nodes of one log. */
import { expect, it } from 'vitest';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { checkpointRow } from '#server/repositories/tape-log-repository.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import type { TapeLog } from '#server/tape/log/tape-log.ts';
import { createPriceTape, type PriceTape } from '#server/tape/price-tape.ts';
import { eachDatabase } from '../each-database.ts';
import { faulty, START_MS, tick } from './tape-rig.ts';
import { testLog } from './test-log.ts';

type Node = { readonly tapeLog: TapeLog; readonly tape: PriceTape; readonly published: string[] };

/** A node on a database; with `leaderDb` it writes nothing before it leads. */
async function node(db: Db, clock: ManualClock, options: { leaderDb?: Db; waitMs?: number } = {}): Promise<Node> {
  const published: string[] = [];
  const { leaderDb, waitMs = 0 } = options;
  const tapeLog = testLog({ db, clock, log: silentLog, waitMs }, published);
  await tapeLog.refresh();
  const tape = await createPriceTape({ db, clock, log: silentLog, tapeLog, bodyKeepMs: 86_400_000, ...(leaderDb ? { leaderDb } : {}) });
  return { tapeLog, tape, published };
}

async function seal({ tape }: Node, clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    tape.push(tick(`1.08${300 + second}`, clock.now()));
    await clock.advance(1_000);
  }
}
const sizes = (notes: readonly string[]) => notes.map((note) => Number(note.split('\n')[1]));
const upTo = (size: number) => Array.from({ length: size }, (_, at) => at + 1);
const signed = async (db: Db) => (await checkpointRow(db.kysely)).size;

eachDatabase('a checkpoint', (open) => {
  it('D9.290 whose commit nobody knows the end of is shown once it is known to be there, and the log goes on behind it', async () => {
    const bent = faulty(await open());
    const clock = new ManualClock(START_MS);
    const leader = await node(bent.db, clock);
    leader.tape.start();
    await seal(leader, clock, 4);
    const before = leader.tape.head()?.size ?? 0;
    leader.tape.push(tick('1.09', clock.now()));
    await leader.tape.flush();
    for (const how of ['before', 'after'] as const) {
      bent.fail(how);
      await clock.advance(1_000);
    }
    bent.fail('never');
    await clock.advance(2_000);
    await seal(leader, clock, 4);
    expect(leader.tape.head()?.size).toBe(await signed(bent.db));
    expect(leader.tape.head()?.size).toBeGreaterThan(before + 3);
    // Each size was shown once, in order, none left out.
    expect(sizes(leader.published)).toEqual(upTo(leader.tape.head()?.size ?? 0));
    expect(await logProblem(bent.db.kysely)).toBeUndefined();
    await leader.tape.stop();
  });

  it('D9.290 that cannot be written to `newest` is shown to nobody, and no block is sealed upon it, until it can', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const leader = await node(db, clock);
    leader.tape.start();
    await seal(leader, clock, 3);
    const { newest } = leader.tapeLog;
    const shown = leader.tape.head()?.size ?? 0;
    const write = newest.write;
    newest.write = () => Promise.reject(new Error('the disk is full'));
    await seal(leader, clock, 4);
    expect([leader.tape.head()?.size, await signed(db)]).toEqual([shown, shown + 1]);
    newest.write = write;
    await seal(leader, clock, 4);
    expect(leader.tape.head()?.size).toBe(await signed(db));
    expect(sizes(leader.published)).toEqual(upTo(leader.tape.head()?.size ?? 0));
    expect(await logProblem(db.kysely)).toBeUndefined();
    await leader.tape.stop();
  });

  it('D9.290 of the leader is written to the own `newest` of each node; a change of leader waits 5 s and leaves no gap', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const [one, two] = [await node(db, clock, { leaderDb: db, waitMs: 5_000 }), await node(db, clock, { leaderDb: db, waitMs: 5_000 })];
    await two.tape.follow();
    await one.tape.lead();
    await seal(one, clock, 4);
    expect(one.tape.head()).toBeUndefined();
    await seal(one, clock, 6);
    await clock.advance(200);
    expect(two.tape.head()).toEqual(one.tape.head());
    const before = one.tape.head()?.size ?? 0;
    expect(before).toBeGreaterThan(5);
    // Whoever follows may look seldom: what it has is in order, and ends where the leader stands.
    expect(sizes(two.published)).toEqual([...sizes(two.published)].sort((a, b) => a - b));
    expect(two.published.at(-1)).toBe(one.published.at(-1));
    await one.tape.follow();
    await two.tape.lead();
    await seal(two, clock, 4);
    expect(await signed(db)).toBe(before);
    await seal(two, clock, 4);
    await clock.advance(200);
    expect(await signed(db)).toBeGreaterThan(before + 4);
    expect(one.tape.head()).toEqual(two.tape.head());
    expect(await logProblem(db.kysely)).toBeUndefined();
    await Promise.all([one.tape.stop(), two.tape.stop()]);
  });

  it('D9.290 that is held against a follower stops the leader; one that the leader has just signed is none', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const [leader, follower] = [await node(db, clock), await node(db, clock, { leaderDb: db })];
    leader.tape.start();
    await seal(leader, clock, 5);
    // It has not looked since: what a client of the leader holds is newer than what it knows.
    await follower.tapeLog.receiveNote(leader.published.at(-1) as string);
    expect(follower.tapeLog.objection).toBe('');
    const size = await signed(db);
    const { origin } = leader.tapeLog.keys;
    const held = follower.tapeLog.signLog(checkpointText({ origin, size: size + 50, root: new Uint8Array(32) }));
    await follower.tapeLog.receiveNote(held);
    expect(follower.tapeLog.objection).toBe(held);
    await seal(leader, clock, 3);
    expect([await signed(db), leader.tapeLog.objection, leader.tape.head()?.size]).toEqual([size, held, size]);
    expect(leader.tapeLog.maySign).toBe(false);
    await leader.tape.stop();
  });

  it('D9.290 by other keys, or that cannot be written, keeps a follower from no price; it shows what it had', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const [leader, follower] = [await node(db, clock), await node(db, clock, { leaderDb: db })];
    await follower.tape.follow();
    leader.tape.start();
    await seal(leader, clock, 4);
    await clock.advance(200);
    const shown = follower.tape.head()?.size;
    expect(shown).toBeGreaterThan(2);
    follower.tapeLog.newest.write = () => Promise.reject(new Error('the disk is full'));
    await seal(leader, clock, 4);
    await clock.advance(200);
    expect([follower.tape.head()?.size, follower.tape.lastSeq()]).toEqual([shown, leader.tape.lastSeq()]);
    expect(follower.tape.ageMs(1)).toBeLessThan(5_000);
    await Promise.all([leader.tape.stop(), follower.tape.stop()]);
  });
});
