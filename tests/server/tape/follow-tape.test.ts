import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { allQuotes } from '#server/repositories/quote-repository.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import type { PriceTape } from '#server/tape/price-tape.ts';
import { eachDatabase } from '../each-database.ts';
import { confirm, START_MS, tick } from './tape-rig.ts';
import { openTape } from './test-log.ts';

type Node = { readonly clock: ManualClock; readonly tape: PriceTape; readonly seen: TapeTick[] };

/** A node of several: it writes nothing before it is told to lead. */
async function node(db: Db, role: 'leader' | 'follower', clockAheadMs = 0): Promise<Node> {
  const clock = new ManualClock(START_MS + clockAheadMs);
  const tape = await openTape({ db, leaderDb: db, clock, log: silentLog });
  const seen: TapeTick[] = [];
  tape.onGroup((group) => seen.push(...group.ticks));
  await (role === 'leader' ? tape.lead() : tape.follow());
  return { clock, tape, seen };
}

const seqs = ({ seen }: Node) => seen.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Moves the time of both, leader first. */
async function pass(ms: number, ...nodes: readonly Node[]): Promise<void> {
  for (let left = ms; left > 0; left -= 50) for (const { clock } of nodes) await clock.advance(Math.min(50, left));
}

eachDatabase('tape of several nodes', (openDatabase) => {
  it('a follower hands on every tick once and in order, with the prices and the head of the leader', async () => {
    const db = await openDatabase();
    const leader = await node(db, 'leader');
    const follower = await node(db, 'follower', -2_000);
    for (let step = 0; step < 60; step++) {
      leader.tape.push(tick(`1.08${100 + step}`, leader.clock.now()));
      leader.tape.push(step % 5 === 0 ? tick('67250.5', leader.clock.now(), 17) : confirm('67250.5', leader.clock.now(), 17));
      await pass(100, leader, follower);
    }
    expect(seqs(follower)).toEqual(upTo(120));
    expect(follower.seen).toEqual(leader.seen);
    expect(follower.tape.newest(1)).toEqual(leader.tape.newest(1));
    expect(follower.tape.newest(17)).toEqual(leader.tape.newest(17));
    expect(follower.tape.head()).toEqual(leader.tape.head());
    expect(follower.tape.head()?.size).toBeGreaterThan(3);
  });

  it('a follower that was away finds what was sealed meanwhile', async () => {
    const db = await openDatabase();
    const leader = await node(db, 'leader');
    const follower = await node(db, 'follower');
    for (let step = 0; step < 40; step++) {
      leader.tape.push(tick(`1.08${100 + step}`, leader.clock.now()));
      await pass(100, leader);
    }
    expect(seqs(follower)).toEqual([]);
    await pass(50, follower);
    expect(seqs(follower)).toEqual(upTo(40));
    expect(follower.tape.newest(1)?.price).toBe(decimal('1.08139'));
  });

  it('D9.13 a quote is as old on a follower as it is, whatever the clocks say and however late it was heard', async () => {
    const db = await openDatabase();
    const leader = await node(db, 'leader', 2_000);
    const follower = await node(db, 'follower');
    const rowAgeMs = async () => {
      const row = (await allQuotes(db.kysely)).find((quote) => quote.product_id === 1);
      return row && follower.tape.quoteAgeMs(row);
    };
    await pass(200, leader, follower);
    leader.tape.push(tick('1.08', leader.clock.now()));
    await leader.tape.flush();
    // Not heard yet: as old as the last look at most.
    expect(await rowAgeMs()).toBe(0);
    await pass(50, follower);
    expect(follower.tape.ageMs(1)).toBe(50);
    // The follower is frozen for ten seconds in which the leader spoke once: that is as old as its last look.
    await pass(1_000, leader);
    leader.tape.push(tick('1.09', leader.clock.now()));
    await leader.tape.flush();
    follower.clock.jump(10_000);
    expect(await rowAgeMs()).toBeGreaterThan(9_900);
    await pass(50, follower);
    expect(follower.tape.newest(1)?.price).toBe(decimal('1.09'));
    expect(follower.tape.ageMs(1)).toBeGreaterThan(9_900);
    // Heard live again: fresh again.
    leader.tape.push(confirm('1.09', leader.clock.now()));
    await leader.tape.flush();
    await pass(50, follower);
    expect(follower.tape.ageMs(1)).toBeLessThanOrEqual(100);
  });

  it('nothing is fresh on a node before it was heard there', async () => {
    const db = await openDatabase();
    const leader = await node(db, 'leader');
    leader.tape.push(tick('1.08', leader.clock.now()));
    await leader.tape.flush();
    const follower = await node(db, 'follower');
    const row = (await allQuotes(db.kysely)).find((quote) => quote.product_id === 1);
    expect(follower.tape.newest(1)?.price).toBe(decimal('1.08'));
    expect([follower.tape.ageMs(1), row && follower.tape.quoteAgeMs(row)]).toEqual([Infinity, Infinity]);
  });

  it('a change of leader leaves no hole in the numbers, and the chain goes on', async () => {
    const db = await openDatabase();
    const nodes = [await node(db, 'leader', 2_000), await node(db, 'follower')] as const;
    let [leader, follower] = nodes;
    for (let term = 0; term < 4; term++) {
      for (let step = 0; step < 30; step++) {
        leader.tape.push(tick(`1.0${term}${100 + step}`, leader.clock.now()));
        await pass(100, leader, follower);
      }
      // What waits on the former leader was seen by nobody, and nobody will see it.
      leader.tape.push(tick('9.99', leader.clock.now()));
      await leader.tape.follow();
      leader.tape.push(tick('9.98', leader.clock.now()));
      await leader.tape.flush();
      await follower.tape.lead();
      [leader, follower] = [follower, leader];
      await pass(2_000, leader, follower);
    }
    await pass(3_000, leader, follower);
    expect(seqs(leader)).toEqual(upTo(120));
    expect(follower.seen).toEqual(leader.seen);
    expect(leader.seen.some(({ price }) => price > decimal('9'))).toBe(false);
    expect(nodes.map(({ tape }) => tape.dropped())).toEqual([2, 2]);
    expect(follower.tape.head()).toEqual(leader.tape.head());
    expect(await logProblem(db.kysely)).toBeUndefined();
    const rows = await db.kysely.selectFrom('tape_block').select('last_seq').orderBy('height', 'desc').limit(1).execute();
    expect(rows).toEqual([{ last_seq: 120 }]);
  });

  it('a node that leads has first heard everything that was said before', async () => {
    const db = await openDatabase();
    const leader = await node(db, 'leader');
    const follower = await node(db, 'follower');
    for (let at = 0; at < 3; at++) leader.tape.push(tick(`1.08${at}`, leader.clock.now()));
    await leader.tape.flush();
    await leader.tape.follow();
    await follower.tape.lead();
    follower.tape.push(tick('1.09', follower.clock.now()));
    await follower.tape.flush();
    expect(follower.seen.map(({ seq, price }) => [seq, price])).toEqual([
      [1, decimal('1.08')],
      [2, decimal('1.081')],
      [3, decimal('1.082')],
      [4, decimal('1.09')],
    ]);
  });

  it('a commit whose answer was lost with the lead is followed like any other', async () => {
    const db = await openDatabase();
    let isCut = false;
    const cut: Db = {
      ...db,
      async transaction(work) {
        const result = await db.transaction(work);
        if (isCut) throw new Error('the connection was lost');
        return result;
      },
    };
    const clock = new ManualClock(START_MS);
    const tape = await openTape({ db, leaderDb: cut, clock, log: silentLog });
    const seen: TapeTick[] = [];
    tape.onGroup((group) => seen.push(...group.ticks));
    await tape.lead();
    isCut = true;
    tape.push(tick('1.08', clock.now()));
    await tape.flush();
    expect(seen).toEqual([]);
    await tape.follow();
    expect(seen.map(({ seq, price }) => [seq, price])).toEqual([[1, decimal('1.08')]]);
  });
});
