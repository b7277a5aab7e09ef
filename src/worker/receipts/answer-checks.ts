/** Where receipts are checked: one's own, put together from the log, and those and the checkpoints that somebody else gave. */
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { sha256 } from '#domain/tape/noble-hash.ts';
import { ReceiptTooLarge, readReceipt, receiptText } from '#domain/tape/receipt-file.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import { sameBytes } from '#domain/tape/text-bytes.ts';
import { verdictColour } from '#domain/tape/verdict.ts';
import type { Checked, CheckReply, CompareReply, FileReply, ReceiptAsk } from '#protocol/receipts.ts';
import { type Assembled, assembledReceipt } from './assemble.ts';
import { checkedReceipt, comparedCheckpoint, ownCheckpoints } from './check-receipt.ts';
import { LogReader } from './log-reader.ts';
import type { OwnDeal } from './own-deals.ts';
import { CHECKPOINT, keysOf, type LogNow, signedHead } from './own-log.ts';
import type { ReceiptParts } from './receipt-parts.ts';
import { TapeFailure } from './tape-calls.ts';

type CheckAsk = Extract<ReceiptAsk, { kind: 'check' | 'file' | 'compare' }>;
type OwnAsk = Extract<ReceiptAsk, { kind: 'check' | 'file' }>;

/** Rejects with a `TapeFailure` or a `CallError`. */
export function answerCheck(room: ReceiptParts, ask: CheckAsk): Promise<CheckReply | FileReply | CompareReply> {
  if (ask.kind === 'compare') return compared(room, ask.text);
  return (ask.kind === 'check' ? check(room, ask) : exported(room, ask)).catch(knownEnd);
}

const TOO_LONG = { kind: 'problem', problem: 'too-long' } as const;
type KnownEnd = { kind: 'unsealed' } | typeof TOO_LONG;

function knownEnd(error: unknown): KnownEnd {
  if (error instanceof ReceiptTooLarge) return TOO_LONG;
  return unsealedWhereUnsigned(error);
}

/** A server that has just begun signs no checkpoint for some seconds: until then nothing is sealed. */
function unsealedWhereUnsigned(error: unknown): { kind: 'unsealed' } {
  if (error instanceof TapeFailure && error.kind === 'none' && error.path === CHECKPOINT) return { kind: 'unsealed' };
  throw error;
}

/** A receipt of one's own, put together, and what it is held against. */
async function put(room: ReceiptParts, ask: OwnAsk, isLargeFine: boolean) {
  const now = await room.log.ask();
  const own = await ownDeal(room, ask, now);
  const reader = new LogReader(room.calls, now.head.size);
  const before = await ownCheckpoints(room, now, own.deal.tickSeq === undefined ? 1 : ((await reader.heightOf(own.deal.tickSeq)) ?? 1));
  const older: { checkpoint: string; proof: readonly Uint8Array[] }[] = [];
  for (const { checkpoint, proof } of before.seen) if (proof && (await isOlder(checkpoint, now))) older.push({ checkpoint, proof });
  const made = await assembledReceipt(room.calls, reader, { ...own, now, older, isLargeFine });
  return { own, now, before, made };
}

const isOlder = async (checkpoint: string, { head, vkeys }: LogNow): Promise<boolean> =>
  ((await signedHead(checkpoint, vkeys[0].text))?.size ?? head.size) < head.size;

/** As it is kept; one by a key of receipts that was changed since is asked for anew, since its words are the same. */
async function ownDeal({ deals }: ReceiptParts, { source, id, deal }: OwnAsk, { vkeys: [, receipts] }: LogNow): Promise<OwnDeal> {
  const order = { source, id };
  const isIt = (one: OwnDeal) => one.deal.deal === deal;
  const isByNow = ({ note }: OwnDeal) => parseNote(note)?.signatures.some((by) => sameBytes(by.id, receipts.id));
  const kept = (await deals.kept(order)).find(isIt);
  const found = kept && isByNow(kept) ? kept : (await deals.ask(order)).find(isIt);
  if (!found) throw new TapeFailure('none', `deal ${deal}`);
  return found;
}

async function check(room: ReceiptParts, ask: OwnAsk & { kind: 'check' }): Promise<CheckReply> {
  const { own, now, before, made } = await put(room, ask, ask.isLargeFine);
  if (made.kind === 'large') return made;
  if (made.kind !== 'file') return fileReply(made.kind);
  // Nothing is called green here that could not be saved and checked elsewhere.
  const text = receiptText(made.file);
  const seenSeq = await room.deals.seenSeq({ source: ask.source, id: ask.id }, own.deal);
  const asked = { ...room.deals.who, order: ask.id, deal: ask.deal, ...(seenSeq && { seenSeq }) };
  const found = await checkedReceipt(room, { file: made.file, pins: now.pins, own: before, asked });
  const rivals = await room.deals.against(ask.source, own.deal);
  const checked = rivals.length === 0 ? found.checked : twice(found.checked);
  if (rivals.length > 0) await room.log.keepEvidence(JSON.stringify([own.note, ...rivals]));
  await room.deals.putChecked({ source: ask.source, id: ask.id }, own.deal.deal, checked);
  if (verdictColour(checked.verdict) === 'red') await room.log.keepEvidence(text);
  return { kind: 'checked', checked, isKept: room.isKept() };
}

/** Whoever signs deals that contradict each other keeps not all of them. */
const twice = (checked: Checked): Checked => ({
  ...checked,
  verdict: { ...checked.verdict, promise: { answer: 'no', reason: 'two-deals' } },
});

async function exported(room: ReceiptParts, ask: OwnAsk): Promise<FileReply> {
  const { made } = await put(room, ask, true);
  return made.kind === 'file' ? { kind: 'file', text: receiptText(made.file) } : fileReply(made.kind);
}

/** In place of a file. */
function fileReply(kind: Exclude<Assembled['kind'], 'file'>): Exclude<FileReply, { kind: 'file' }> {
  if (kind === 'unsealed') return { kind };
  return kind === 'too-long' ? TOO_LONG : { kind: 'problem', problem: 'broken' };
}

/** Nothing in the text is followed: what is fetched are proofs of one's own log, by numbers. */
async function compared(room: ReceiptParts, given: string): Promise<CompareReply> {
  // A receipt is read as it is, as by the command; a note that was pasted lost or got blanks on its way.
  if (!given.trimStart().startsWith('{')) return comparedNote(room, `${given.trim()}\n`);
  const file = readReceipt(sha256, given);
  if ('refused' in file) return { kind: 'unreadable', reason: file.refused };
  const head = await signedHead(file.checkpoint, file.vkeys[0].text);
  const pin = await room.log.pin();
  const isOurs = pin !== undefined && pin.origin === file.vkeys[0].name;
  const now = head && { vkeys: file.vkeys, keys: '', checkpoint: file.checkpoint, head, pins: [], isOurs };
  // Without a link to the server the file stands for itself.
  const own = now ? await ownCheckpoints(room, now, head.size).catch(noneWithoutLink) : NO_OWN;
  const { checked, deal } = await checkedReceipt(room, { file, pins: isOurs ? keysOf(pin) : [], own: { ...own, ahead: undefined } });
  // What an exported file saw, this device has seen again.
  if (verdictColour(checked.verdict) !== 'red' && checked.verdict.history.answer === 'yes')
    for (const { checkpoint } of [...file.older, file]) await room.log.take(checkpoint);
  return { kind: 'receipt', deal, checked };
}
const NO_OWN = { seen: [], firstSize: undefined, ahead: undefined };

function noneWithoutLink(error: unknown): typeof NO_OWN {
  if (error instanceof TapeFailure && error.kind === 'unread') throw error;
  return NO_OWN;
}

async function comparedNote(room: ReceiptParts, text: string): Promise<CompareReply> {
  if (!parseCheckpoint(parseNote(text)?.text ?? '')) return { kind: 'unreadable', reason: 'malformed' };
  return { kind: 'log', ...(await comparedCheckpoint(room, text)) };
}
