/**
 * A receipt put together: the deal as it was signed, and the part of the log that it is rechecked by, each block with its proof. Whatever
 * the server says is only carried here; the check judges it.
 */
import { SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { alignedRuns, type TreeNode } from '#domain/tape/merkle.ts';
import { type PriceRange, type PriceSummary, readSummary } from '#domain/tape/price-summary.ts';
import type { ReceiptFile, ReceiptRun } from '#domain/tape/receipt-file.ts';
import { BODIES_MAX, RUN_LEVEL_MAX, RUNS_MAX, SINCE_BLOCKS_MAX, SUMMARIES_MAX } from '#domain/tape/receipt-limits.ts';
import { neededTape, type TapeNeed } from '#domain/tape/receipt-segment.ts';
import { touches } from '#domain/tape/recheck-waited.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { LogReader } from './log-reader.ts';
import type { LogNow } from './own-log.ts';
import type { TapeCalls } from './tape-calls.ts';

/** A stretch of the tape that is longer is asked for first. */
const LONG_HOURS = 24;
/** About what a block's body and a summary take. */
const BODY_BYTES = 1_100;
const SUMMARY_BYTES = 510;

/** Entries before the blocks since a time. */
const BEFORE_BLOCKS = 7;

/** Heights whose bodies come along, those whose entries alone do, and consecutive tiles whose summaries do. */
type Parts = { readonly bodies: Set<number>; readonly entries: Set<number>; tiles: readonly number[] };
/** `too-long`: the deal needs more of the log than a receipt can hold. */
export type Assembled =
  | { readonly kind: 'file'; readonly file: ReceiptFile; readonly height: number }
  | { readonly kind: 'unsealed' | 'too-long' }
  | { readonly kind: 'large'; readonly bytes: number; readonly hours: number };

type Asked = {
  readonly note: string;
  readonly deal: SignedDeal;
  readonly now: LogNow;
  readonly older: ReceiptFile['older'];
  readonly isLargeFine: boolean;
};

/** `reader` and `calls` read the log up to the size of `now`. Rejects with a `TapeFailure`. */
export async function assembledReceipt(calls: TapeCalls, reader: LogReader, asked: Asked): Promise<Assembled> {
  const { deal, now } = asked;
  const needed = neededTape(deal);
  const height = await reader.heightOf(Math.max(0, ...needed.map(lastSeqOf)));
  if (height === undefined) return { kind: 'unsealed' };
  const parts = await neededParts(reader, needed);
  const long = await longStretch(reader, parts);
  if (long && !asked.isLargeFine) return long;
  const summaries = await summariesOf(reader, deal, parts);
  const nodes = spansOf(heightsOf(parts)).flatMap(([first, last]) => alignedRuns(first - 1, last, RUN_LEVEL_MAX));
  if (parts.bodies.size > BODIES_MAX || nodes.length > RUNS_MAX) return { kind: 'too-long' };
  const [runs, bodies] = await Promise.all([inTurns(nodes, (run) => provedRun(calls, reader, run)), bodiesOf(reader, parts.bodies)]);
  const file: ReceiptFile = {
    vkeys: now.vkeys,
    keys: now.keys,
    checkpoint: now.checkpoint,
    deal: asked.note,
    runs,
    bodies,
    summaries,
    older: asked.older,
  };
  return { kind: 'file', file, height };
}

/** Of a tick that is in the log. */
const heightAt = async (reader: LogReader, seq: number): Promise<number> => (await reader.heightOf(seq)) ?? reader.size;

/** The newest tick that must be in the log. */
const lastSeqOf = (need: TapeNeed): number => (need.kind === 'back' ? need.seq : need.toSeq);

async function neededParts(reader: LogReader, needed: readonly TapeNeed[]): Promise<Parts> {
  const parts: Parts = { bodies: new Set(), entries: new Set(), tiles: [] };
  for (const need of needed) {
    const last = await heightAt(reader, lastSeqOf(need));
    if (need.kind === 'back') addBodies(parts, last - need.blocks + 1, last);
    else if (need.kind === 'stretch') addStretch(parts, await heightAt(reader, need.fromSeq), last);
    else {
      let first = last;
      while (first > 1 && last - first < SINCE_BLOCKS_MAX && (await reader.block(first - 1)).entry.timeMs > need.sinceMs) first--;
      addBodies(parts, first, last);
      // One would show that none was left out; with some more a block that says it is older than it is shows itself.
      for (let height = Math.max(1, first - BEFORE_BLOCKS); height < first; height++) parts.entries.add(height);
    }
  }
  return parts;
}

/** All blocks of the file, ascending. */
const heightsOf = ({ bodies, entries }: Parts): number[] => [...new Set([...bodies, ...entries])].sort((one, other) => one - other);

function addBodies({ bodies }: Parts, first: number, last: number): void {
  for (let height = Math.max(1, first); height <= last; height++) bodies.add(height);
}

/** Bodies in the tiles at both ends, summaries of those between. */
function addStretch(parts: Parts, from: number, to: number): void {
  const [fromTile, toTile] = [tileOf(from), tileOf(to)];
  addBodies(parts, from, Math.min(to, (fromTile + 1) * SUMMARY_BLOCKS));
  if (toTile > fromTile) addBodies(parts, toTile * SUMMARY_BLOCKS + 1, to);
  const between = Array.from({ length: Math.max(0, toTile - fromTile - 1) }, (_, at) => fromTile + 1 + at);
  // All stretches of a deal end at one place: the longest holds the others.
  if (between.length > parts.tiles.length) parts.tiles = between;
  // The chain of summaries is held by the entries at its two ends: those between would be a tile and a proof each.
  if (between.length > 0) for (const tile of [fromTile + 1, toTile]) parts.entries.add(tile * SUMMARY_BLOCKS);
}

const tileOf = (height: number): number => Math.floor((height - 1) / SUMMARY_BLOCKS);

async function longStretch(reader: LogReader, { bodies, tiles }: Parts): Promise<(Assembled & { kind: 'large' }) | undefined> {
  if (tiles.length === 0) return undefined;
  const [first, last] = await Promise.all([reader.block(Math.min(...bodies)), reader.block(Math.max(...bodies))]);
  const hours = Math.ceil((last.entry.timeMs - first.entry.timeMs) / HOUR_MS);
  return hours > LONG_HOURS ? { kind: 'large', hours, bytes: bodies.size * BODY_BYTES + tiles.length * SUMMARY_BYTES } : undefined;
}

/** Summaries of whole tiles; where one reaches a level that counted by then its bodies come along too. */
async function summariesOf(reader: LogReader, deal: SignedDeal, parts: Parts): Promise<ReceiptFile['summaries']> {
  const [tile] = parts.tiles;
  if (tile === undefined || parts.tiles.length > SUMMARIES_MAX) return undefined;
  const bodies = await Promise.all(parts.tiles.map((one) => reader.summary(one)));
  const known = bodies.flatMap((body) => (body && body.length > 0 ? [body] : []));
  // From before summaries were made there are none: the rule then cannot be told.
  if (known.length < bodies.length) return undefined;
  await addTouched(reader, deal, parts, known);
  return { tile, bodies: known };
}

async function addTouched(reader: LogReader, deal: SignedDeal, parts: Parts, summaries: readonly Uint8Array[]): Promise<void> {
  const heights = heightsOf(parts);
  let carried: PriceRange | undefined;
  for (const [at, body] of summaries.entries()) {
    const first = ((parts.tiles[0] ?? 0) + at) * SUMMARY_BLOCKS + 1;
    const last = first + SUMMARY_BLOCKS - 1;
    const summary = readSummary(body) ?? NO_PRICES;
    const isTouched = async () => {
      if (!touches(deal, { summary, lastSeq: Number.POSITIVE_INFINITY }, carried)) return false;
      // As the check has it: the ticks of a tile end before the first block behind it that the file has.
      const behind = await reader.block(heights.find((height) => height > last) ?? last);
      return touches(deal, { summary, lastSeq: behind.entry.firstSeq - 1 }, carried);
    };
    const hasTicks = await isTouched();
    if (hasTicks) addBodies(parts, first, last);
    // Ticks say themselves with which price the next tile begins.
    carried = hasTicks ? undefined : (summary.get(deal.product) ?? carried);
  }
}
const NO_PRICES: PriceSummary = new Map();

async function provedRun(calls: TapeCalls, reader: LogReader, { level, index }: TreeNode): Promise<ReceiptRun> {
  const start = index * 2 ** level;
  const proof = await calls.proof(`proof/${start}/${reader.size}`);
  const blocks = await Promise.all(Array.from({ length: 2 ** level }, (_, at) => reader.block(start + at + 1)));
  // The proof of the first leaf begins with the hashes within the run.
  return { level, index, entries: blocks.map(({ text }) => text), proof: proof.slice(level) };
}

/** Those that are no longer kept are left out. */
async function bodiesOf(reader: LogReader, heights: ReadonlySet<number>): Promise<Map<number, Uint8Array>> {
  const bodies = new Map<number, Uint8Array>();
  const rows = await inTurns(
    [...heights].sort((one, other) => one - other),
    async (height) => [height, await reader.body(height)] as const,
  );
  for (const [height, body] of rows) if (body) bodies.set(height, body);
  return bodies;
}

/** Heights that follow each other, as first and last. */
function spansOf(heights: readonly number[]): (readonly [first: number, last: number])[] {
  const spans: [number, number][] = [];
  for (const height of heights) {
    const span = spans.at(-1);
    if (span && span[1] === height - 1) span[1] = height;
    else spans.push([height, height]);
  }
  return spans;
}

/** So many at a time: a server serves other people too. */
const AT_ONCE = 6;
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}
