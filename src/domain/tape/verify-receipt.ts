/**
 * The verdict on a receipt: four answers, by what is in the file, the pin and the checkpoints of one's own. One code for the worker, which
 * runs it in slices, and for the command. It needs no network and no time; a file can make it say no, and nothing else.
 */
import type { Checkpoint } from './checkpoint.ts';
import { readDeal } from './deal-note.ts';
import { type Pinned, receiptsName, type VouchedKeys, vouchedKeys } from './log-keys.ts';
import type { ReceiptFile } from './receipt-file.ts';
import { recheckDeal } from './recheck.ts';
import type { SignedDeal } from './signed-deal.ts';
import { parseNote, signedBy, type VerifierKey } from './signed-note.ts';
import type { TapeCrypto } from './tape-crypto.ts';
import type { TapeSegment } from './tape-segment.ts';
import { priced, promised, remembered, ruled, type Verdict } from './verdict.ts';
import { historyAnswer, type SeenCheckpoint } from './verify-history.ts';
import { type LogProblem, provedSegment, signedCheckpoint } from './verify-log.ts';

/** Who else signs the checkpoints of a log, and whether those that did are enough. */
export type Witnesses = { readonly keys: readonly VerifierKey[]; readonly isQuorum: (signed: readonly VerifierKey[]) => boolean };
/** What was asked about; what is left out may be any. `seenSeq`: the newest tick that its owner had seen when they pressed. */
export type AskedDeal = {
  readonly origin?: string;
  readonly realm?: SignedDeal['realm'];
  readonly uid?: string;
  readonly order?: number;
  readonly deal?: number;
  readonly seenSeq?: number;
};
export type VerifyBy = {
  readonly crypto: TapeCrypto;
  /** The log's key as it is known; undefined: never seen. */
  readonly pin: string | undefined;
  /** The keys that the pin followed, the newest first: what they signed while they did is the log's too. */
  readonly former?: readonly Pinned[];
  /** Checkpoints of one's own: the pin's first, the first at or after the block, the newest. */
  readonly seen: readonly SeenCheckpoint[];
  readonly witnesses?: Witnesses;
  readonly asked?: AskedDeal;
};
/** `deal`, `checkpoint` and `segment` are there once they are proved; `pin` is the log's key to hold on to, where it was followed. */
export type VerifiedReceipt = {
  readonly verdict: Verdict;
  readonly pin?: string;
  readonly deal?: SignedDeal;
  readonly checkpoint?: Checkpoint;
  readonly segment?: TapeSegment;
};

const NOTHING: TapeSegment = { blocks: [], summaries: [] };

/** Runs in steps of a few milliseconds at most; `finished` runs it at once. */
export function* verifyReceipt(file: ReceiptFile, by: VerifyBy): Generator<void, VerifiedReceipt, void> {
  const keys = vouchedKeys(by.crypto, file.vkeys, file.keys, by.pin === undefined ? [] : [{ vkey: by.pin }, ...(by.former ?? [])]);
  yield;
  const { promise, deal } = promiseOf(file, keys, by);
  yield;
  const { checkpoint, segment, failed } = yield* logOf(file, keys, by);
  const price = failed ?? tickAnswer(deal, segment);
  const canRecheck = deal && segment && promise.answer !== 'no' && price.answer !== 'no';
  const rule = canRecheck ? ruleAnswer(deal, segment, by) : ruled('unproved');
  yield;
  const history = yield* historyOf(file, keys, by, checkpoint);
  return {
    verdict: { promise, price, rule, history },
    ...(checkpoint && { checkpoint, pin: file.vkeys[0].text }),
    ...(deal && { deal }),
    ...(segment && { segment }),
  };
}

/** Runs what is left of something that goes in steps. */
export function finished<T>(steps: Generator<void, T, void>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

type Promised = { readonly promise: Verdict['promise']; readonly deal?: SignedDeal };

function promiseOf(file: ReceiptFile, keys: VouchedKeys, { crypto, asked }: VerifyBy): Promised {
  const [log, receipts] = file.vkeys;
  if (keys.pinned === 'changed') return { promise: promised('key-changed', log.text) };
  if (keys.receipts === 'wrong') return { promise: promised('keys-signature', receipts.text) };
  const note = parseNote(file.deal);
  if (!note) return { promise: promised('deal-malformed', 'it is no signed note') };
  if (signedBy(crypto, note, receipts) !== 'valid') return { promise: promised('deal-signature', receipts.text) };
  const deal = readDeal(note.text);
  if ('problem' in deal) return { promise: promised('deal-malformed', deal.problem) };
  if (deal.origin !== log.name || receipts.name !== receiptsName(log.name)) return { promise: promised('other-origin', deal.origin) };
  const other = otherThanAsked(deal, asked);
  if (other) return { promise: promised('other-deal', other) };
  return { promise: promised(keys.receipts === 'missing' ? 'keys-missing' : 'signed'), deal };
}

/** What of a deal is not what was asked about, in words. */
function otherThanAsked(deal: SignedDeal, asked: AskedDeal = {}): string | undefined {
  const names = ['origin', 'realm', 'uid', 'order', 'deal'] as const;
  const other = names.find((name) => asked[name] !== undefined && asked[name] !== deal[name]);
  return other && `${other} ${deal[other]}`;
}

type Log = { readonly checkpoint?: Checkpoint; readonly segment?: TapeSegment; readonly failed?: Verdict['price'] };

function* logOf(file: ReceiptFile, keys: VouchedKeys, { crypto, witnesses }: VerifyBy): Generator<void, Log, void> {
  const [signer] = file.vkeys;
  if (keys.pinned === 'changed') return { failed: priced('key-changed', signer.text) };
  const known = [...keys.pins, ...(witnesses?.keys ?? [])];
  const checkpoint = signedCheckpoint(crypto, file.checkpoint, { signer, known });
  if ('reason' in checkpoint) return { failed: answerOf(checkpoint) };
  yield;
  const segment = yield* provedSegment(crypto.sha256, file, checkpoint);
  return 'reason' in segment ? { checkpoint, failed: answerOf(segment) } : { checkpoint, segment };
}

const answerOf = ({ reason, detail }: LogProblem): Verdict['price'] => priced(reason, detail);

/** Whether the tick that gave the deal its price is among the blocks. */
function tickAnswer(deal: SignedDeal | undefined, { blocks }: TapeSegment = NOTHING): Verdict['price'] {
  if (!deal) return priced('unproved');
  const seq = deal.tickSeq;
  if (seq === undefined) return priced('no-price');
  const block = blocks.find(({ entry }) => entry.firstSeq <= seq && seq <= entry.lastSeq);
  if (!block) return priced('tick-missing', `tick ${seq}`);
  if (!block.ticks) return priced('body-missing', `block ${block.entry.height}`);
  const tick = block.ticks[seq - block.entry.firstSeq];
  const isIt = tick && !tick.confirm && tick.productId === deal.product && tick.price === deal.price;
  return isIt ? priced('logged') : priced('price', `tick ${seq}`);
}

/**
 * An act that knew less of the tape than its owner did, or does not say what it knew, is no fill at the newest price, whatever else it is:
 * rules were recorded before presses were kept.
 */
function ruleAnswer(deal: SignedDeal, segment: TapeSegment, { asked: { seenSeq } = {} }: VerifyBy): Verdict['rule'] {
  const isOlder = seenSeq !== undefined && (deal.rule === undefined || deal.knownSeq < seenSeq);
  return isOlder ? ruled('seen', `tick ${seenSeq}`) : recheckDeal(deal, segment);
}

function* historyOf(
  file: ReceiptFile,
  keys: VouchedKeys,
  { crypto, seen, witnesses }: VerifyBy,
  head: Checkpoint | undefined,
): Generator<void, Verdict['history'], void> {
  const [log] = file.vkeys;
  if (keys.pinned === 'changed') return remembered('key-changed', log.text);
  if (!head) return remembered('unproved');
  const logKeys = keys.pins.some(({ text }) => text === log.text) ? keys.pins : [log, ...keys.pins];
  const history = yield* historyAnswer(crypto, head, [...file.older, ...seen], logKeys);
  if (history.answer === 'no') return history;
  if (keys.pinned === 'first') return remembered('first-use', log.text);
  if (history.answer === 'unknown' || !witnesses) return history;
  const note = parseNote(file.checkpoint);
  const signed = witnesses.keys.filter((key) => note && signedBy(crypto, note, key) === 'valid');
  return witnesses.isQuorum(signed) ? history : remembered('quorum', `${signed.length} of ${witnesses.keys.length}`);
}
