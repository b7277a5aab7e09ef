/** What a device keeps of the log, and that a log which was rewritten behind its back is no witness for itself. */
import { beforeEach, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { type Answers, verdictColour } from '#domain/tape/verdict.ts';
import { checkedReceipt, ownCheckpoints } from '#worker/receipts/check-receipt.ts';
import { keysOf, OwnLog } from '#worker/receipts/own-log.ts';
import { type TapeCalls, TapeFailure } from '#worker/receipts/tape-calls.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';

const honest = grow(new MadeLog(), 160, new Seeded(7));
/** The same keys, and other prices from block 100 on. */
const rewritten = grow(grow(new MadeLog(), 99, new Seeded(7)), 61, new Seeded(8));

/** The same blocks under the next keys. */
const next = grow(new MadeLog(undefined, 'next'), 160, new Seeded(7));

type Served = { readonly log: MadeLog; readonly size: number; readonly hasProofs: boolean; readonly before?: MadeLog };
/** What the server shows: which log, and how much of it; whether it has proofs; by whose key it signs beside its own. */
let served: Served = { log: honest, size: 0, hasProofs: true };
const beside = () => (served.before ? [served.before.logKey] : []);
const calls: TapeCalls = {
  text: async (path) => (path === 'keys' ? served.log.keys(...beside()) : served.log.checkpoint(served.size, ...beside())),
  bytes: () => Promise.reject(new TapeFailure('none', 'bytes')),
  proof: async (path) => {
    const [, from, to] = path.split('/').map(Number) as [number, number, number];
    if (!served.hasProofs || to > served.size) throw new TapeFailure('none', path);
    return served.log.consistency(from, to);
  },
};
let nowMs: number;
const clock = { now: () => nowMs, steady: () => 0, after: () => () => undefined };
let own: OwnLog;
const sizes = async () => (await own.notes(honest.origin)).map(({ size }) => size);
const shows = async (log: MadeLog, size: number, hasProofs = true, before?: MadeLog) => {
  served = { log, size, hasProofs, ...(before && { before }) };
  nowMs += 60_000;
  return own.ask();
};
async function checkedAt(log: MadeLog, height: number, before?: MadeLog): Promise<Answers> {
  const now = await shows(log, 150, true, before);
  const parts = { clock, calls, log: own } as unknown as Parameters<typeof checkedReceipt>[0];
  const held = await ownCheckpoints(parts, now, height);
  const file = log.receipt(dealText(dealAt(log, height)), { size: 150, spans: [[height - 10, height]] });
  return (await checkedReceipt(parts, { file, pins: now.pins, own: held })).checked.verdict;
}

beforeEach(async () => {
  nowMs = 1_772_611_300_000;
  own = new OwnLog({ store: await openTapeStore(), calls, clock, onNewest: () => undefined });
  for (const size of [40, 90, 110, 120]) await shows(honest, size);
});

it('D9.330 keeps what goes on from what it has, the newest and what lies between', async () => {
  expect(await own.take(honest.checkpoint(100))).toBe(true);
  expect(await sizes()).toEqual([40, 90, 100, 110, 120]);
  const verdict = await checkedAt(honest, 145);
  expect([verdictColour(verdict), verdict.history.reason, await sizes()]).toEqual(['green', 'extends', [40, 90, 100, 110, 120, 150]]);
  expect(await own.evidence()).toEqual([]);
});

it('D9.330 a log that was rewritten is red, also for a fill after all that was seen, and never becomes what is held', async () => {
  await shows(rewritten, 130);
  expect(await own.take(rewritten.checkpoint(140))).toBe(false);
  expect(await sizes()).toEqual([40, 90, 110, 120]);
  const verdict = await checkedAt(rewritten, 145);
  expect([verdictColour(verdict), verdict.history.reason]).toEqual(['red', 'consistency']);
  expect(await own.take(rewritten.checkpoint(110))).toBe(false);
  const evidence = (await own.evidence()).map(({ text }) => text);
  expect(evidence).toContain(JSON.stringify([honest.checkpoint(120), rewritten.checkpoint(130)]));
  expect(evidence).toContain(JSON.stringify([honest.checkpoint(110), rewritten.checkpoint(110)]));
});

it('D9.330 keeps nothing that the server does not link to what it has, and cannot tell of it', async () => {
  await shows(rewritten, 150, false);
  expect([await sizes(), await own.evidence()]).toEqual([[40, 90, 110, 120], []]);
  served = { log: rewritten, size: 150, hasProofs: false };
  const parts = { clock, calls, log: own } as unknown as Parameters<typeof checkedReceipt>[0];
  const now = await own.ask();
  const file = rewritten.receipt(dealText(dealAt(rewritten, 145)), { size: 150, spans: [[135, 145]] });
  const { checked } = await checkedReceipt(parts, { file, pins: now.pins, own: await ownCheckpoints(parts, now, 145) });
  expect([verdictColour(checked.verdict), checked.verdict.history.reason]).toEqual(['amber', 'unlinked']);
});

it('D9.327 goes over to the next keys where the key before says so, and what it kept by that one stays good', async () => {
  const pinOf = async () => (await own.pin())?.vkey;
  const [first, second] = [honest.logKey.verifier.text, next.logKey.verifier.text];
  expect((await checkedAt(next, 145)).history).toMatchObject({ answer: 'no', reason: 'key-changed' });
  expect([await pinOf(), await sizes()]).toEqual([first, [40, 90, 110, 120]]);
  const verdict = await checkedAt(next, 145, honest);
  expect([verdictColour(verdict), verdict.history.reason, await pinOf()]).toEqual(['green', 'extends', second]);
  expect(await sizes()).toEqual([40, 90, 110, 120, 150]);
  // Once it has gone over the key before signs nothing new for it, and does not lead on.
  expect(await own.take(honest.checkpoint(155))).toBe(false);
  await shows(grow(new MadeLog(undefined, 'other'), 160, new Seeded(7)), 155, true, honest);
  expect(await pinOf()).toBe(second);
  // A file from before is what it was.
  const parts = { clock, calls, log: own } as unknown as Parameters<typeof checkedReceipt>[0];
  const file = honest.receipt(dealText(dealAt(honest, 105)), { size: 120, spans: [[95, 105]], older: [90] });
  const held = { seen: [], firstSize: 40, ahead: undefined };
  const { checked } = await checkedReceipt(parts, { file, pins: keysOf(await own.pin()), own: held });
  expect(verdictColour(checked.verdict)).toBe('green');
});

it('D9.330 another log that one answer spoke of is offered no longer once the server speaks of its own again', async () => {
  const other = grow(new MadeLog('other.example/tape'), 20, new Seeded(7));
  await shows(other, 20);
  expect((await own.shown())?.offered).toMatchObject({ origin: 'other.example/tape' });
  const kept = await own.shown();
  await shows(honest, 120);
  expect(await own.shown()).toMatchObject({ origin: kept?.origin, offered: undefined });
  // Too late to be believed.
  await own.accept(kept?.offered?.vkey ?? '');
  expect((await own.pin())?.origin).toBe(honest.origin);
});
