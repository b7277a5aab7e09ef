/** The next keys of a log: made first, signing later, both for 90 days; over restarts, on several nodes, and for clients that know the key before. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { vouchedKeys } from '#domain/tape/log-keys.ts';
import { parseNote, parseVerifierKey, signedBy } from '#domain/tape/signed-note.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { silentLog } from '#server/log.ts';
import { obstaclesOf } from '#server/obstacles.ts';
import { beginAnotherLog } from '#server/tape/log/begin-another-log.ts';
import { logFile } from '#server/tape/log/log-files.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { nodeCrypto } from '#server/tape/log/node-crypto.ts';
import { openTapeLog } from '#server/tape/log/open-log.ts';
import { makeNextKeys, rotateKeys } from '#server/tape/log/rotate-keys.ts';
import type { TapeLog } from '#server/tape/log/tape-log.ts';
import { createPriceTape, type PriceTape } from '#server/tape/price-tape.ts';
import { eachDatabase } from '../each-database.ts';
import { sayTo } from '../operations/say-to.ts';
import { startApp } from '../start-app.ts';
import { START_MS, tick } from './tape-rig.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'outcry-rotate-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
const freshDir = () => mkdtempSync(join(root, 'keys-'));
const copyKeys = (from: string, to: string) => cpSync(from, to, { recursive: true, filter: (path) => !path.includes('newest') });

type Node = { readonly tapeLog: TapeLog; readonly tape: PriceTape; readonly keyDir: string };
const CAUSE = { actor: 'ada', reason: 'a year is over' };

async function node(db: Db, clock: ManualClock, keyDir: string): Promise<Node> {
  const log = silentLog;
  const tapeLog = await openTapeLog({ db, clock, log, keyDir, origin: 'trade.example/tape', waitMs: 0 });
  tapeLog.listening();
  const tape = await createPriceTape({ db, clock, log, tapeLog, bodyKeepMs: 2 * DAY_MS, leaderDb: db });
  return { tapeLog, tape, keyDir };
}

async function seal({ tape }: Node, clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    tape.push(tick(`1.08${300 + second}`, clock.now()));
    await clock.advance(1_000);
  }
  await clock.advance(200);
}

const verifier = (vkey: string) => {
  const key = parseVerifierKey(nodeCrypto.sha256, vkey);
  if (!key) throw new Error(`no key: ${vkey}`);
  return key;
};
/** By which of some keys a note is signed. */
const signers = (note: string | undefined, ...vkeys: readonly string[]) => {
  const read = parseNote(note ?? '');
  return vkeys.map((vkey) => read && signedBy(nodeCrypto, read, verifier(vkey)));
};
const keysNote = async (db: Db, { tapeLog }: Node) => Buffer.from((await logFile(db, tapeLog, 'keys'))?.bytes ?? '').toString();
/** What the note of keys is to a client whose pin is a key. */
async function toClient(db: Db, at: Node, pin: string) {
  const { logVkey, receiptsVkey } = at.tapeLog.keys;
  const { pinned, receipts } = vouchedKeys(nodeCrypto, [verifier(logVkey), verifier(receiptsVkey)], await keysNote(db, at), [
    { vkey: pin },
  ]);
  return [pinned, receipts];
}

eachDatabase('the keys of a log that are changed', (open) => {
  it('D9.327 sign for 90 days with those before, move the pin of whoever knows one of these, and change no root', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const at = await node(db, clock, freshDir());
    const parts = () => ({ db, keyDir: at.keyDir, nowMs: clock.now() });
    await at.tape.lead();
    await seal(at, clock, 4);
    const [before, first] = [at.tapeLog.head, at.tapeLog.keys];
    await expect(rotateKeys(parts(), CAUSE)).rejects.toThrow('say tape-log rotate first');
    expect(await makeNextKeys(parts())).toEqual({ files: ['log.key-2', 'receipts.key-2'], isMaker: true });
    // A start between the steps, and the first step once more where it ended between its two files.
    expect((await node(db, clock, at.keyDir)).tapeLog.keys.logVkey).toBe(first.logVkey);
    rmSync(join(at.keyDir, 'receipts.key-2'));
    expect(await makeNextKeys(parts())).toMatchObject({ isMaker: true });

    const second = await rotateKeys(parts(), CAUSE);
    // The process ends here, or goes on with the keys before in its memory: it signs nothing more by these.
    await seal(at, clock, 3);
    expect(at.tapeLog.keys.logVkey).toBe(second.logVkey);
    expect(at.tapeLog.head?.size).toBeGreaterThan(before?.size ?? 0);
    expect(signers(at.tapeLog.head?.note, first.logVkey, second.logVkey)).toEqual(['valid', 'valid']);
    expect(signers(at.tapeLog.signReceipt('a deal\n'), first.receiptsVkey, second.receiptsVkey)).toEqual(['absent', 'valid']);
    expect(await toClient(db, at, first.logVkey)).toEqual(['ours', 'vouched']);
    expect(await keysNote(db, at)).toContain(`\nsince ${before?.size}\n`);
    expect(await logProblem(db.kysely)).toBeUndefined();
    await expect(makeNextKeys(parts())).rejects.toThrow('both sign until 2026-');
    const [act] = await db.kysely.selectFrom('audit').selectAll().execute();
    expect(act).toMatchObject({ act: 'tape-log-rotate', actor: 'ada', detail: expect.stringContaining('a year is over') });
    await at.tape.stop();

    const again = await node(db, clock, at.keyDir);
    expect([again.tapeLog.keys.logVkey, again.tapeLog.head]).toEqual([second.logVkey, at.tapeLog.head]);
    expect(await toClient(db, again, first.logVkey)).toEqual(['ours', 'vouched']);
    const without = freshDir();
    copyKeys(at.keyDir, without);
    rmSync(join(without, 'log.key'));
    await expect(node(db, clock, without)).rejects.toThrow(
      /lacks the key before, which signs too, .* copy the file log\.key, but not newest/,
    );

    await clock.advance(90 * DAY_MS);
    const later = await node(db, clock, without);
    await later.tape.lead();
    await seal(later, clock, 3);
    expect(signers(later.tapeLog.head?.note, first.logVkey, second.logVkey)).toEqual(['absent', 'valid']);
    expect(await toClient(db, later, first.logVkey)).toEqual(['ours', 'vouched']);
    await later.tape.stop();
    await makeNextKeys(parts());
    const third = await rotateKeys(parts(), CAUSE);
    const last = await node(db, clock, at.keyDir);
    for (const { logVkey } of [first, second, third]) expect(await toClient(db, last, logVkey)).toEqual(['ours', 'vouched']);
    await beginAnotherLog(parts(), CAUSE);
    expect((await node(db, clock, at.keyDir)).tapeLog.keys).toMatchObject({ origin: 'trade.example/tape/2', turn: 1 });
  });

  it('D9.327 are taken up by every node that has them, and a node that has not says so', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const [leader, ready] = [await node(db, clock, freshDir()), freshDir()];
    copyKeys(leader.keyDir, ready);
    const late = freshDir();
    copyKeys(leader.keyDir, late);
    const followers = [await node(db, clock, ready), await node(db, clock, late)] as const;
    const obstacles = ({ tapeLog }: Node) => obstaclesOf({ db, tapeLog, stale: () => [], state: { isStopping: false } });
    for (const { tape } of followers) await tape.follow();
    await leader.tape.lead();
    await seal(leader, clock, 3);
    const parts = { db, keyDir: leader.keyDir, nowMs: clock.now() };
    await makeNextKeys(parts);
    copyKeys(leader.keyDir, ready);
    await rotateKeys(parts, CAUSE);
    await seal(leader, clock, 3);
    expect(followers[0].tapeLog.head).toEqual(leader.tapeLog.head);
    expect([await obstacles(followers[0]), await obstacles(followers[1])]).toEqual([[], ['keys of the tape log']]);
    copyKeys(leader.keyDir, late);
    await seal(leader, clock, 2);
    expect([await obstacles(followers[1]), followers[1].tapeLog.head]).toEqual([[], leader.tapeLog.head]);
    await leader.tape.follow();
    await followers[1].tape.lead();
    const { size } = leader.tapeLog.head ?? { size: 0 };
    await seal(followers[1], clock, 3);
    expect(leader.tapeLog.head?.size).toBeGreaterThan(size);
    for (const { tape } of [leader, ...followers]) await tape.stop();
  });

  it('D9.327 let a client object by a note of the key before while that signs, and not afterwards', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const at = await node(db, clock, freshDir());
    await at.tape.lead();
    await seal(at, clock, 3);
    const { origin } = at.tapeLog.keys;
    const held = at.tapeLog.signLog(checkpointText({ origin, size: 2, root: new Uint8Array(32) }));
    const parts = { db, keyDir: at.keyDir, nowMs: clock.now() };
    await makeNextKeys(parts);
    await rotateKeys(parts, CAUSE);
    await at.tape.stop();
    const later = new ManualClock(START_MS + 91 * DAY_MS);
    const afterwards = await node(db, later, at.keyDir);
    await afterwards.tapeLog.receiveNote(held);
    expect(afterwards.tapeLog.objection).toBe('');
    const meanwhile = await node(db, clock, at.keyDir);
    await meanwhile.tapeLog.receiveNote(held);
    expect(meanwhile.tapeLog.objection).toBe(held);
  });

  it('D9.418 D9.467 are changed once by three who say it side by side, and another log is begun once', async () => {
    const db = await open();
    const clock = new ManualClock(START_MS);
    const at = await node(db, clock, freshDir());
    await at.tape.lead();
    await seal(at, clock, 3);
    const parts = { db, keyDir: at.keyDir, nowMs: clock.now() };
    const made = await Promise.all([1, 2, 3, 4].map(() => makeNextKeys(parts)));
    expect(made.filter(({ isMaker }) => isMaker).length).toBe(1);
    expect(readdirSync(at.keyDir).sort()).toEqual(['log.key', 'log.key-2', 'newest', 'receipts.key', 'receipts.key-2']);
    const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
      results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
    const acts = async (act: string) => (await db.kysely.selectFrom('audit').selectAll().where('act', '=', act).execute()).length;
    const rotations = reasonsOf(await Promise.allSettled([1, 2, 3].map(() => rotateKeys(parts, CAUSE))));
    expect(rotations.length).toBe(2);
    for (const reason of rotations) expect(reason).toMatch(/^tape log: (its keys were changed|a block was sealed) /);
    expect(await acts('tape-log-rotate')).toBe(1);
    // One that comes once another is done begins the next.
    const begun = await Promise.allSettled([1, 2, 3].map(() => beginAnotherLog(parts, CAUSE)));
    for (const reason of reasonsOf(begun)) expect(reason).toContain('tape log: another was begun meanwhile');
    const origins = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value.origin] : []));
    expect(origins.length).toBeGreaterThan(0);
    expect([new Set(origins).size, await acts('tape-log')]).toEqual([origins.length, origins.length]);
    await at.tape.stop();
  });

  it('D9.327 are changed by the operator in two steps, each with a reason, while the server runs', async () => {
    const app = await startApp({ db: await open() });
    const say = (words: string[], reason = '') => sayTo(app, { command: 'tape-log', words, reason });
    try {
      await app.pushTick('EURUSD', '1.08345');
      await app.clock.advance(8_000);
      expect((await say(['rotate'])).lines).toEqual(['tape-log rotate: a change needs --reason "why"']);
      expect((await say(['turn'], 'spring')).lines.join()).toContain('takes nothing, or one of: new, rotate, rotate now');
      expect(await say(['rotate', 'now'], 'spring')).toMatchObject({ isGood: false });
      const said = await Promise.all([1, 2, 3, 4].map(() => say(['rotate'], 'spring')));
      const made = said.map(({ lines }) => /^the next keys (.*) log\.key-2 and receipts\.key-2 of /.exec(lines.join())?.[1]);
      expect(made.sort()).toEqual(['are', ...Array(3).fill('were made before, and stay')]);
      expect(await say(['rotate', 'now'], 'spring')).toMatchObject({ isGood: true });
      await app.pushTick('EURUSD', '1.08346');
      await app.clock.advance(3_000);
      const { isGood, lines } = await say([]);
      expect([isGood, lines.join()]).toEqual([true, expect.stringContaining('keys of turn 2; the one before signs too until 2026-06-')]);
      expect((await app.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
    } finally {
      await app.close();
    }
  });
});
