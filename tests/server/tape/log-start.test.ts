/** What a start makes of the log that it finds: keys that are made once, and a tree that may only be the one that was published or its continuation. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import { sameBytes } from '#domain/tape/text-bytes.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { silentLog } from '#server/log.ts';
import { checkpointRow } from '#server/repositories/tape-log-repository.ts';
import { askForAnother } from '#server/tape/log/begin-another-log.ts';
import { openTapeLog } from '#server/tape/log/open-log.ts';
import type { TapeLog } from '#server/tape/log/tape-log.ts';
import { TreeReader } from '#server/tape/log/tree-reader.ts';
import { createPriceTape } from '#server/tape/price-tape.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { START_MS, tick } from './tape-rig.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'outcry-log-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
const freshDir = () => join(mkdtempSync(join(root, 'k-')), 'tape-log');

type Options = { origin?: string; waitMs?: number };
const start = (db: Db, keyDir: string, { origin, waitMs = 0 }: Options = {}): Promise<TapeLog> =>
  openTapeLog({ db, clock: new ManualClock(START_MS), log: silentLog, keyDir, origin, waitMs });

/** Seals blocks, as many as seconds, on from where the tape is. */
async function run(db: Db, keyDir: string, seconds: number): Promise<TapeLog> {
  const { time_ms } = await checkpointRow(db.kysely);
  const clock = new ManualClock(Math.max(START_MS, time_ms));
  const tapeLog = await openTapeLog({ db, clock, log: silentLog, keyDir, origin: undefined, waitMs: 0 });
  const tape = await createPriceTape({ db, clock, log: silentLog, tapeLog, bodyKeepMs: 86_400_000 });
  tapeLog.listening();
  tape.start();
  for (let second = 0; second < seconds; second++) {
    tape.push(tick(`1.08${300 + second}`, clock.now()));
    await clock.advance(1_000);
  }
  await clock.advance(1_000);
  await tape.stop();
  return tapeLog;
}

/** Puts the database back to an earlier block, as a backup would. */
const putBack = async (db: Db, height: number, note: string) =>
  bendDatabase(
    db,
    `delete from tape_body where height > ${height}`,
    `delete from tape_block where height > ${height}`,
    'delete from tape_group',
    `update tape_checkpoint set size = ${height}, note = '${note}'`,
  );

describe('the keys of the log', () => {
  it('are made once, for their own user alone, and the origin is the configured one or one that nobody else has', async () => {
    const open = () => openDatabase({ dataDir: '', inMemory: true });
    const dbs = [await open(), await open(), await open()] as const;
    const [one, two, three] = [freshDir(), freshDir(), freshDir()];
    const named = await start(dbs[0], one, { origin: 'trade.example/tape' });
    expect(named.keys).toMatchObject({
      origin: 'trade.example/tape',
      logVkey: expect.stringMatching(/^trade\.example\/tape\+[0-9a-f]{8}\+/),
    });
    expect(readdirSync(one).sort()).toEqual(['log.key', 'receipts.key']);
    expect(readdirSync(one).map((file) => (statSync(join(one, file)).mode & 0o777).toString(8))).toEqual(['600', '600']);
    expect((statSync(one).mode & 0o777).toString(8)).toBe('700');
    expect(readFileSync(join(one, 'log.key'), 'utf8')).toMatch(/^PRIVATE\+KEY\+trade\.example\/tape\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/);
    const drawn = [await start(dbs[1], two), await start(dbs[2], three)].map(({ keys }) => keys.origin);
    for (const origin of drawn) expect(origin).toMatch(/^[0-9a-f]{16}\.outcry\.invalid\/tape$/);
    expect(drawn[0]).not.toBe(drawn[1]);
    expect((await start(dbs[1], two)).keys.logVkey).toBe((await start(dbs[1], two)).keys.logVkey);
    // A start that ended between the two files makes the other one now.
    const half = freshDir();
    const db = await open();
    const before = await start(db, half);
    await db.transaction((trx) => trx.deleteFrom('fact').where('key', '=', 'tape_log').execute());
    rmSync(join(half, 'receipts.key'));
    const after = await start(db, half);
    expect([after.keys.logVkey, after.keys.receiptsVkey === before.keys.receiptsVkey]).toEqual([before.keys.logVkey, false]);
    for (const opened of [...dbs, db]) await opened.close();
  });
});

eachDatabase('the start', (open) => {
  it('D9.290 goes on from the tree that was published, and refuses other keys, none, another origin and a broken key in one line each', async () => {
    const db = await open();
    const keyDir = freshDir();
    await run(db, keyDir, 5);
    const other = freshDir();
    await start(await open(), other);
    const broken = freshDir();
    await start(await open(), broken);
    writeFileSync(join(broken, 'log.key'), 'PRIVATE+KEY+x+00000000+AAAA\n');
    await expect(start(db, freshDir())).rejects.toThrow(
      /^TAPE_KEY_DIR: got ".*", which has no keys, takes the keys of ".*": copy the files log\.key and receipts\.key, but not newest/,
    );
    await expect(start(db, other)).rejects.toThrow(/^TAPE_KEY_DIR: got ".*", which has other keys/);
    await expect(start(db, broken)).rejects.toThrow(/^TAPE_KEY_DIR: ".*log\.key" holds no key/);
    await expect(start(db, keyDir, { origin: 'trade.example/tape' })).rejects.toThrow(
      /^TAPE_ORIGIN: got "trade\.example\/tape", takes "[0-9a-f]{16}\.outcry/,
    );
    expect((await start(db, keyDir)).head?.size).toBe(5);
    await run(db, keyDir, 3);
    expect((await start(db, keyDir)).head?.size).toBe(8);
  });

  it('D9.290 refuses a database from before, the last blocks taken away, and a tape written anew; what was bent is found without the file too', async () => {
    const db = await open();
    const keyDir = freshDir();
    const early = (await run(db, keyDir, 10)).head as NonNullable<TapeLog['head']>;
    await run(db, keyDir, 30);
    expect((await start(db, keyDir)).head?.size).toBe(40);
    const again = /; bring back the newest database, or have the next start begin another log by/;
    await bendDatabase(db, 'delete from tape_block where height > 20');
    const cut = start(db, keyDir);
    await expect(cut).rejects.toThrow(/^tape log: the tape has 20 blocks, its checkpoint names 40/);
    await expect(cut).rejects.toThrow(again);
    await expect(cut).rejects.not.toThrow(/\n/);
    await putBack(db, early.size, early.note);
    await expect(start(db, keyDir)).rejects.toThrow(
      /^tape log: the tape ends at block 10, but block 40 was published: this database is older/,
    );
    // A copy of the folder without the file: this database is all that there is to see.
    const copied = freshDir();
    await start(await open(), copied);
    for (const file of ['log.key', 'receipts.key']) writeFileSync(join(copied, file), readFileSync(join(keyDir, file)));
    expect((await start(db, copied)).head?.size).toBe(10);
    await bendDatabase(db, 'update tape_block set time_ms = time_ms + 1 where height = 7');
    await expect(start(db, copied)).rejects.toThrow(/^tape log: the tape is not what was signed at block 10/);
    await bendDatabase(db, 'update tape_block set time_ms = time_ms - 1 where height = 7', "update tape_checkpoint set note = 'x'");
    await expect(start(db, copied)).rejects.toThrow(/^tape log: the checkpoint of the database is not by the key of its log/);
  });

  it('D9.290 refuses a tape that was written anew and signed again by the own key, and an empty database beside a folder that knows more', async () => {
    const db = await open();
    const keyDir = freshDir();
    const published = (await run(db, keyDir, 12)).head as NonNullable<TapeLog['head']>;
    await bendDatabase(db, 'update tape_block set time_ms = time_ms + 1 where height = 7');
    const root = await new TreeReader(db.kysely).rootAt(12);
    expect(sameBytes(root, published.root)).toBe(false);
    const own = await openTapeLog({
      db: await open(),
      clock: new ManualClock(START_MS),
      log: silentLog,
      keyDir: copyKeys(keyDir),
      origin: undefined,
    });
    const forged = own.signLog(checkpointText({ origin: published.note.split('\n')[0] as string, size: 12, root }));
    await bendDatabase(db, `update tape_checkpoint set note = '${forged}'`);
    await expect(start(db, keyDir)).rejects.toThrow(/^tape log: the tape is not what was published at block 12/);
    await expect(start(await open(), keyDir)).rejects.toThrow(/^tape log: the tape ends at block 0, but block 12 was published/);
  });

  it('D9.290 begins another log with the same blocks where an operator asked for it while no server ran; what was objected to stays', async () => {
    const db = await open();
    const keyDir = freshDir();
    const early = (await run(db, keyDir, 10)).head as NonNullable<TapeLog['head']>;
    await run(db, keyDir, 10);
    await putBack(db, early.size, early.note);
    await expect(start(db, keyDir)).rejects.toThrow(/this database is older/);
    await askForAnother(keyDir, { actor: 'ada', reason: 'the disk broke' });
    const renewed = await start(db, keyDir);
    expect(renewed.keys.origin).toBe(`${early.note.split('\n')[0]}/2`);
    const head = parseCheckpoint(parseNote(renewed.head?.note ?? '')?.text ?? '');
    expect(head && [head.origin, head.size, sameBytes(head.root, early.root)]).toEqual([renewed.keys.origin, 10, true]);
    expect(readdirSync(keyDir).sort()).toEqual(['log.key', 'log.key.2', 'newest', 'newest.2', 'receipts.key', 'receipts.key.2']);
    const [act] = await db.kysely.selectFrom('audit').selectAll().execute();
    expect(act).toMatchObject({
      actor: 'ada',
      act: 'tape-log',
      subject: renewed.keys.origin,
      detail: expect.stringContaining('the disk broke'),
    });
    expect((await run(db, keyDir, 4)).head?.size).toBe(14);
    expect((await start(db, keyDir)).keys.origin).toBe(renewed.keys.origin);
  });
});

/** A folder with the keys of another, and nothing else. */
function copyKeys(from: string): string {
  const to = mkdtempSync(join(root, 'copy-'));
  for (const file of ['log.key', 'receipts.key']) writeFileSync(join(to, file), readFileSync(join(from, file)), { mode: 0o600 });
  return to;
}
