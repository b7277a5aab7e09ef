/** Another log over the same blocks, begun on one node of several: the others say that they lack its keys, sign nothing, and go on once they have them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { obstaclesOf } from '#server/obstacles.ts';
import { checkpointRow } from '#server/repositories/tape-log-repository.ts';
import { beginAnotherLog } from '#server/tape/log/begin-another-log.ts';
import { openTapeLog } from '#server/tape/log/open-log.ts';
import type { TapeLog } from '#server/tape/log/tape-log.ts';
import { createPriceTape, type PriceTape } from '#server/tape/price-tape.ts';
import { eachDatabase } from '../each-database.ts';
import { START_MS, tick } from './tape-rig.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'outcry-anew-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Node = { readonly tapeLog: TapeLog; readonly tape: PriceTape; readonly keyDir: string };

/** A node with a folder of its own, its keys those of `from`. */
async function node(db: Db, clock: ManualClock, from?: string): Promise<Node> {
  const keyDir = mkdtempSync(join(root, 'keys-'));
  if (from) copyKeys(from, keyDir);
  const log = silentLog;
  const tapeLog = await openTapeLog({ db, clock, log, keyDir, origin: 'trade.example/tape', waitMs: 0 });
  tapeLog.listening();
  const tape = await createPriceTape({ db, clock, log, tapeLog, bodyKeepMs: 86_400_000, leaderDb: db });
  return { tapeLog, tape, keyDir };
}
const copyKeys = (from: string, to: string) => cpSync(from, to, { recursive: true, filter: (path) => !path.includes('newest') });

async function seal({ tape }: Node, clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    tape.push(tick(`1.08${300 + second}`, clock.now()));
    await clock.advance(1_000);
  }
  await clock.advance(200);
}
const originOf = (note: string | undefined) => note?.split('\n')[0];
const signed = async (db: Db) => {
  const { size, note } = await checkpointRow(db.kysely);
  return { size, origin: originOf(note) };
};

eachDatabase('a log that was begun anew', (open) => {
  it('D9.325 makes the other nodes not ready until they have its keys, and none of them signs for the log before', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const leader = await node(db, clock);
    const other = await node(db, clock, leader.keyDir);
    const obstacles = ({ tapeLog }: Node) => obstaclesOf({ db, tapeLog, stale: () => [], state: { isStopping: false } });
    await other.tape.follow();
    await leader.tape.lead();
    await seal(leader, clock, 4);
    expect(other.tapeLog.head).toEqual(leader.tapeLog.head);

    await beginAnotherLog({ db, keyDir: leader.keyDir, nowMs: clock.now() }, { actor: 'ada', reason: 'lost' });
    // Between the two a block is due: it is not signed by keys that are none any more.
    await seal(leader, clock, 2);
    expect((await signed(db)).origin).toBe('trade.example/tape/2');
    await leader.tapeLog.refresh();
    await seal(leader, clock, 2);
    const after = await signed(db);
    expect(after).toMatchObject({ origin: 'trade.example/tape/2' });
    expect(after.size).toBeGreaterThan(other.tapeLog.head?.size ?? 0);
    expect([await obstacles(leader), await obstacles(other)]).toEqual([[], ['keys of the tape log']]);
    expect(other.tapeLog.missingKeys).toMatch(
      /takes the keys of "trade\.example\/tape\/2": copy the files log\.key\.2 and receipts\.key\.2/,
    );
    // Prices go on there.
    expect(other.tape.lastSeq()).toBe(leader.tape.lastSeq());

    // It leaves the lead to a node that has them.
    await leader.tape.follow();
    await expect(other.tape.lead()).rejects.toThrow('copy the files log.key.2 and receipts.key.2');
    await seal(other, clock, 4);
    expect(await signed(db)).toEqual(after);

    copyKeys(leader.keyDir, other.keyDir);
    await other.tape.lead();
    await seal(other, clock, 4);
    expect(await obstacles(other)).toEqual([]);
    expect((await signed(db)).size).toBeGreaterThan(after.size);
    expect(originOf(other.tapeLog.head?.note)).toBe('trade.example/tape/2');
    await expect.poll(() => leader.tapeLog.head?.size).toEqual(other.tapeLog.head?.size);
    await Promise.all([leader.tape.stop(), other.tape.stop()]);
  });
});
