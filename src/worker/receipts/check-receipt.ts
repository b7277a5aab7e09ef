/** The check of a receipt on this device: verified in slices against the pin and its own checkpoints, with what is shown of it. */
import type { Pinned } from '#domain/tape/log-keys.ts';
import { isConsistent } from '#domain/tape/merkle.ts';
import { sha256 } from '#domain/tape/noble-hash.ts';
import type { ReceiptFile } from '#domain/tape/receipt-file.ts';
import { parseNote, parseVerifierKey, signedBy } from '#domain/tape/signed-note.ts';
import type { Answers, AnswerWord, DeviceReason } from '#domain/tape/verdict.ts';
import type { SeenCheckpoint } from '#domain/tape/verify-history.ts';
import { type AskedDeal, type VerifiedReceipt, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import type { Checked, LogAnswer } from '#protocol/receipts.ts';
import type { EngineClock } from '../engine-parts.ts';
import { inSlices } from './in-slices.ts';
import { keptHead, keysOf, type LogNow, type OwnLog, signedHead } from './own-log.ts';
import { withSignatures } from './signatures.ts';
import { type TapeCalls, TapeFailure } from './tape-calls.ts';
import { tapeSpan } from './tape-span.ts';

/** Blocks, one a second, that may lie between a fill and the first checkpoint that this device saw after it. */
const SEEN_WITHIN_BLOCKS = 60;
/** A server that is behind what this device saw for longer than that is not merely late. */
const BEHIND_MS = 60_000;

type CheckParts = { readonly clock: EngineClock; readonly calls: TapeCalls; readonly log: OwnLog };
type Own = {
  readonly seen: readonly SeenCheckpoint[];
  /** Sizes of the first of all that are kept, and of the newest where the server knows less. */
  readonly firstSize: number | undefined;
  readonly ahead: { readonly size: number; readonly atMs: number } | undefined;
};

/**
 * The checkpoints of one's own that a receipt is held against: the first, the first at or after the block, the newest, each with the proof
 * that leads from it to the file's or back. One that the server has no proof for is left without.
 */
export async function ownCheckpoints({ calls, log }: CheckParts, { head, isOurs }: LogNow, height: number): Promise<Own> {
  const kept = isOurs ? await log.notes(head.origin) : [];
  const newest = kept.at(-1);
  const chosen = new Set([kept[0], kept.find(({ size }) => size >= height), newest]);
  const seen: SeenCheckpoint[] = [];
  for (const one of chosen) {
    if (!one) continue;
    const [from, to] = one.size < head.size ? [one.size, head.size] : [head.size, one.size];
    const proof = from === to ? undefined : await calls.proof(`consistency/${from}/${to}`).catch(undefinedIfNone);
    seen.push({ checkpoint: one.note, ...(proof && { proof }) });
  }
  const isAhead = newest !== undefined && newest.size > head.size;
  return { seen, firstSize: kept[0]?.size, ahead: isAhead ? newest : undefined };
}

function undefinedIfNone(error: unknown): undefined {
  if (!(error instanceof TapeFailure) || error.kind !== 'none') throw error;
}

type CheckAsked = {
  readonly file: ReceiptFile;
  /** Keys of the log that this device knows, that of now first. */
  readonly pins: readonly Pinned[];
  readonly own: Own;
  readonly asked?: AskedDeal;
};

export async function checkedReceipt({ clock }: CheckParts, { file, pins, own, asked }: CheckAsked) {
  const [pin, ...former] = pins;
  const by = { pin: pin?.vkey, former, seen: own.seen, ...(asked && { asked }) };
  await askAhead(file, pins, own);
  const found = await withSignatures((crypto) => inSlices(clock, verifyReceipt(file, { ...by, crypto })));
  const history = await historyHere(found, file, own, clock.now());
  const verdict: Answers = { ...found.verdict, history };
  const checked: Checked = {
    verdict,
    atMs: clock.now(),
    size: found.checkpoint?.size ?? 0,
    span: found.deal && found.segment && tapeSpan(found.deal, found.segment),
  };
  return { checked, deal: found.deal, checkpoint: found.checkpoint };
}

/** Has all signatures of a receipt answered before it is verified: the long way from entries to root is gone once. */
async function askAhead({ vkeys, keys, checkpoint, deal, older }: ReceiptFile, pins: readonly Pinned[], { seen }: Own): Promise<void> {
  const signers = [...vkeys, ...pins.flatMap(({ vkey }) => parseVerifierKey(sha256, vkey) ?? [])];
  const texts = [keys ?? '', checkpoint, deal, ...[...older, ...seen].map((one) => one.checkpoint)];
  const notes = texts.flatMap((text) => parseNote(text) ?? []);
  await withSignatures((crypto) => {
    for (const note of notes) for (const key of signers) signedBy(crypto, note, key);
  });
}

/** What only a device knows that was there before: that the server now shows less than it did, and what no checkpoint of its own covers. */
async function historyHere(found: VerifiedReceipt, file: ReceiptFile, own: Own, nowMs: number): Promise<Answers['history']> {
  const { history } = found.verdict;
  if (history.answer === 'no') return history;
  if (own.ahead) return nowMs - own.ahead.atMs > BEHIND_MS ? here('no', 'shrunk') : here('unknown', 'behind');
  if (history.answer !== 'yes') return history;
  const heights = found.segment?.blocks.map(({ entry }) => entry.height) ?? [];
  const older = await Promise.all(file.older.map(({ checkpoint }) => signedHead(checkpoint, file.vkeys[0].text)));
  const first = Math.min(own.firstSize ?? Number.POSITIVE_INFINITY, ...older.flatMap((head) => head?.size ?? []));
  return first > Math.max(0, ...heights) + SEEN_WITHIN_BLOCKS ? here('unknown', 'before-pin') : history;
}

/** Codes of this device alone: a file by itself cannot come to them. */
const here = (answer: Exclude<AnswerWord, 'yes'>, reason: DeviceReason): Answers['history'] => ({ answer, reason });

/** Whether somebody's checkpoint and one's own are parts of one log. Rejects with a `TapeFailure`. */
export async function comparedCheckpoint({ calls, log }: CheckParts, text: string): Promise<{ answer: LogAnswer; size: number }> {
  const pin = await log.pin();
  if (!pin) return { answer: { answer: 'unknown', reason: 'first-use' }, size: 0 };
  const theirs = await keptHead(text, keysOf(pin));
  if (!theirs) return { answer: { answer: 'unknown', reason: 'key-changed' }, size: 0 };
  const own = (await log.notes(pin.origin)).at(-1);
  const mine = own && (await keptHead(own.note, keysOf(pin)));
  if (!mine) return { answer: { answer: 'unknown', reason: 'no-own-checkpoint' }, size: theirs.size };
  const [older, newer] = theirs.size < mine.size ? [theirs, mine] : [mine, theirs];
  const proof = older.size === newer.size ? [] : await calls.proof(`consistency/${older.size}/${newer.size}`).catch(undefinedIfNone);
  if (!proof) return { answer: { answer: 'unknown', reason: 'behind' }, size: theirs.size };
  if (isConsistent(sha256, older, newer, proof)) return { answer: { answer: 'yes', reason: 'extends' }, size: theirs.size };
  await log.keepEvidence(JSON.stringify([own.note, text]));
  return { answer: { answer: 'no', reason: older.size === newer.size ? 'two-roots' : 'consistency' }, size: theirs.size };
}
