/**
 * Whether what a receipt carries of the tape is in the log: its checkpoint, its runs of blocks, the bodies of blocks and the summaries of
 * prices. Of what is proved it makes the segment that rechecks go by. Generators, so that a caller may give way between two steps.
 */
import { type BlockEntry, parseBlockEntry, SUMMARY_BLOCKS } from './block-entry.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import type { PinnedKey } from './log-keys.ts';
import { foldHashes, isIncluded, leafHash, type TreeHead } from './merkle.ts';
import { nextRanges, readSummary } from './price-summary.ts';
import type { ReceiptFile, ReceiptRun } from './receipt-file.ts';
import { parseNote, signedBy, type VerifierKey } from './signed-note.ts';
import type { Sha256, TapeCrypto } from './tape-crypto.ts';
import type { SegmentBlock, SegmentSummary, TapeSegment } from './tape-segment.ts';
import type { TapeTick } from './tape-tick.ts';
import { sameBytes, utf8 } from './text-bytes.ts';
import { decodeTicks } from './tick-codec.ts';
import type { PriceReason } from './verdict.ts';

/** Which check failed, and where. */
export type LogProblem = { readonly reason: PriceReason; readonly detail: string };
const problem = (reason: PriceReason, detail: string): LogProblem => ({ reason, detail });
/** One step at a time; what comes in the end. */
type Steps<T> = Generator<void, T, void>;

/** A checkpoint of a log: `signer` has to have signed it, none of `known` wrongly, and none that was replaced above its last size. */
export function signedCheckpoint(
  crypto: TapeCrypto,
  note: string,
  { signer, known }: { readonly signer: VerifierKey; readonly known: readonly PinnedKey[] },
): Checkpoint | LogProblem {
  const read = parseNote(note);
  if (!read) return problem('checkpoint-malformed', 'it is no signed note');
  if (signedBy(crypto, read, signer) !== 'valid') return problem('checkpoint-signature', signer.text);
  const wrong = known.find((key) => signedBy(crypto, read, key) === 'invalid');
  if (wrong) return problem('checkpoint-signature', wrong.text);
  const checkpoint = parseCheckpoint(read.text);
  if (!checkpoint || checkpoint.size === 0) return problem('checkpoint-malformed', 'its text has no origin, size and root');
  const sizeMax = known.find(({ text }) => text === signer.text)?.sizeMax;
  if (sizeMax !== undefined && checkpoint.size > sizeMax) return problem('checkpoint-signature', signer.text);
  return checkpoint.origin === signer.name ? checkpoint : problem('other-origin', checkpoint.origin);
}

/** The blocks, bodies and summaries of a file, all proved to be in the tree. */
export function* provedSegment(sha256: Sha256, file: ReceiptFile, head: TreeHead): Steps<TapeSegment | LogProblem> {
  const entries = yield* provedEntries(sha256, file.runs, head);
  if ('reason' in entries) return entries;
  const ticks = yield* provedBodies(sha256, file.bodies, entries);
  if ('reason' in ticks) return ticks;
  const summaries = yield* provedSummaries(sha256, file.summaries, entries);
  if ('reason' in summaries) return summaries;
  const blocks = [...entries.values()].map((entry): SegmentBlock => {
    const known = ticks.get(entry.height);
    return known ? { entry, ticks: known } : { entry };
  });
  return { blocks, summaries };
}

type Entries = ReadonlyMap<number, BlockEntry>;

function* provedEntries(sha256: Sha256, runs: readonly ReceiptRun[], head: TreeHead): Steps<Entries | LogProblem> {
  const entries = new Map<number, BlockEntry>();
  let before: BlockEntry | undefined;
  for (const run of runs) {
    const first = run.index * 2 ** run.level + 1;
    if (before && first <= before.height) return problem('run-malformed', `block ${first} after block ${before.height}`);
    for (const [at, text] of run.entries.entries()) {
      const entry = parseBlockEntry(text);
      if (entry?.height !== first + at) return problem('entry-malformed', `block ${first + at}`);
      if (before && !follows(entry, before)) return problem('gap', `block ${entry.height} begins with tick ${entry.firstSeq}`);
      entries.set(entry.height, entry);
      before = entry;
    }
    const hash = foldHashes(
      sha256,
      run.entries.map((text) => leafHash(sha256, utf8(text))),
    );
    if (!isIncluded(sha256, { level: run.level, index: run.index, hash }, head, run.proof)) return problem('root', `block ${first}`);
    yield;
  }
  return entries;
}

/** Ticks go on where blocks do; between others every block has one at least. None is earlier than those before it: what looks back for a time stops there. */
function follows(entry: BlockEntry, before: BlockEntry): boolean {
  const blocks = entry.height - before.height;
  const ticks = entry.firstSeq - before.lastSeq;
  return entry.timeMs >= before.timeMs && (blocks === 1 ? ticks === 1 : ticks >= blocks);
}

type Ticks = ReadonlyMap<number, readonly TapeTick[]>;

function* provedBodies(sha256: Sha256, bodies: ReceiptFile['bodies'], entries: Entries): Steps<Ticks | LogProblem> {
  const ticks = new Map<number, readonly TapeTick[]>();
  for (const [height, body] of bodies) {
    const entry = entries.get(height);
    if (!entry || !sameBytes(sha256(body), entry.bodyHash)) return problem('body-hash', `block ${height}`);
    const decoded = decodedBody(body, entry);
    if (!decoded) return problem('body-malformed', `block ${height}`);
    ticks.set(height, decoded);
    yield;
  }
  return ticks;
}

/** Its ticks, as many as the entry says; `undefined` where they are not, or where one has no price. */
function decodedBody(body: Uint8Array, { firstSeq, lastSeq }: BlockEntry): readonly TapeTick[] | undefined {
  try {
    const ticks = decodeTicks(body, firstSeq);
    return ticks.length === lastSeq - firstSeq + 1 && ticks.every(({ price }) => price > 0n) ? ticks : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** From the `ranges` before the first summary to those of the last one's block, both in the file. */
function* provedSummaries(sha256: Sha256, summaries: ReceiptFile['summaries'], entries: Entries): Steps<SegmentSummary[] | LogProblem> {
  const proved: SegmentSummary[] = [];
  if (!summaries || summaries.bodies.length === 0) return proved;
  const { tile, bodies } = summaries;
  const end = entries.get((tile + bodies.length) * SUMMARY_BLOCKS);
  const start = entries.get(tile * SUMMARY_BLOCKS);
  if (!end?.ranges || (!start && tile > 0))
    return problem('summary-malformed', `no block at both ends of tiles ${tile} to ${tile + bodies.length - 1}`);
  let ranges = start?.ranges;
  for (const [at, body] of bodies.entries()) {
    const summary = readSummary(body);
    if (!summary) return problem('summary-malformed', `tile ${tile + at}`);
    proved.push({ tile: tile + at, summary });
    ranges = nextRanges(sha256, ranges, body);
    yield;
  }
  return ranges && sameBytes(ranges, end.ranges) ? proved : problem('summary-hash', `tiles ${tile} to ${tile + bodies.length - 1}`);
}
