/** What a device keeps of the log, and that a log which was rewritten behind its back is no witness for itself. */
import { beforeEach, expect, it } from 'vitest';
import { dealText } from '#domain/tape/deal-note.ts';
import { type Answers, verdictColour } from '#domain/tape/verdict.ts';
import { checkedReceipt, ownCheckpoints } from '#worker/receipts/check-receipt.ts';
import { OwnLog } from '#worker/receipts/own-log.ts';
import { type TapeCalls, TapeFailure } from '#worker/receipts/tape-calls.ts';
import { openTapeStore } from '#worker/receipts/tape-store.ts';
import { Seeded } from '../../engine/seeded.ts';
import { MadeLog } from '../../property/tape/made-log.ts';
import { dealAt, grow } from '../../property/tape/receipt-world.ts';

const honest = grow(new MadeLog(), 160, new Seeded(7));
/** The same keys, and other prices from block 100 on. */
const rewritten = grow(grow(new MadeLog(), 99, new Seeded(7)), 61, new Seeded(8));

/** What the server shows: which log, and how much of it; whether it has proofs. */
let served = { log: honest, size: 0, hasProofs: true };
const calls: TapeCalls = {
  text: async (path) => (path === 'keys' ? served.log.keys() : served.log.checkpoint(served.size)),
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
const shows = async (log: MadeLog, size: number, hasProofs = true) => {
  served = { log, size, hasProofs };
  nowMs += 60_000;
  return own.ask();
};
async function checkedAt(log: MadeLog, height: number): Promise<Answers> {
  const now = await shows(log, 150);
  const parts = { clock, calls, log: own } as unknown as Parameters<typeof checkedReceipt>[0];
  const held = await ownCheckpoints(parts, now, height);
  const file = log.receipt(dealText(dealAt(log, height)), { size: 150, spans: [[height - 10, height]] });
  return (await checkedReceipt(parts, { file, pin: now.pin, own: held })).checked.verdict;
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
  const { checked } = await checkedReceipt(parts, { file, pin: now.pin, own: await ownCheckpoints(parts, now, 145) });
  expect([verdictColour(checked.verdict), checked.verdict.history.reason]).toEqual(['amber', 'unlinked']);
});
