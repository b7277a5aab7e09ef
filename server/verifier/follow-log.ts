/**
 * Rechecks a whole log from its first block to its newest checkpoint, by what it serves to anybody: every entry, tile, body that is kept,
 * and summary, and the checkpoints that are asked about. What it holds of the log meanwhile is its right edge and one hash per 256 blocks.
 */
import { type BlockEntry, parseBlockEntry, SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import type { Checkpoint } from '#domain/tape/checkpoint.ts';
import { parseLogKeys, vouchedKeys } from '#domain/tape/log-keys.ts';
import { leafHash, TreeEdge } from '#domain/tape/merkle.ts';
import { nextRanges, PriceRanges } from '#domain/tape/price-summary.ts';
import { parseNote, parseVerifierKey, type VerifierKey } from '#domain/tape/signed-note.ts';
import type { TapeCrypto } from '#domain/tape/tape-crypto.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { concatBytes, sameBytes } from '#domain/tape/text-bytes.ts';
import { decodeTicks } from '#domain/tape/tick-codec.ts';
import { TILE_WIDTH, type TileKind, tileOf, tilePath } from '#domain/tape/tile-path.ts';
import { readRows } from '#domain/tape/tile-rows.ts';
import { signedCheckpoint } from '#domain/tape/verify-log.ts';

/** The bytes at a path of the log, such as `checkpoint` or `tile/0/000`; undefined: it has none there. */
export type ReadLog = (path: string) => Promise<Uint8Array | undefined>;
/** `heads`: sizes and roots that were seen of this log, with a name for each; `pin`: its key, where that is known. */
type FollowBy = {
  readonly crypto: TapeCrypto;
  readonly read: ReadLog;
  readonly pin: string | undefined;
  readonly heads: readonly (Checkpoint & { readonly name: string })[];
  /** Told after every tile of blocks. */
  readonly progress?: (blocks: number, size: number) => void;
};
type Followed = { readonly facts: readonly string[]; readonly problems: readonly string[] };

/** Stops at the first thing that is not as it should be: what follows in a tree that is not the one that was signed says nothing. */
class LogFault extends Error {}

async function needed(read: ReadLog, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (!bytes) throw new LogFault(`${path}: the log has nothing there`);
  return bytes;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** The key of the log, as its own note of keys has it and the pin allows. */
async function logKeyOf({ crypto, read, pin }: FollowBy): Promise<VerifierKey> {
  const note = textOf(await needed(read, 'keys'));
  const said = parseLogKeys(parseNote(note)?.text ?? '');
  const log = said && parseVerifierKey(crypto.sha256, said.log);
  const receipts = said && parseVerifierKey(crypto.sha256, said.receipts);
  const vouched = log && receipts && vouchedKeys(crypto, [log, receipts], note, pin === undefined ? [] : [{ vkey: pin }]);
  if (log === undefined || vouched?.receipts !== 'vouched')
    throw new LogFault('keys: it is no note of keys, or not signed by the key that it names');
  if (vouched.pinned === 'changed') throw new LogFault(`keys: the key is ${log.text}, and nothing by the known one says so`);
  return log;
}

async function newestCheckpoint(by: FollowBy): Promise<Checkpoint> {
  const signer = await logKeyOf(by);
  const checkpoint = signedCheckpoint(by.crypto, textOf(await needed(by.read, 'checkpoint')), { signer, known: [] });
  if ('reason' in checkpoint) throw new LogFault(`checkpoint: ${checkpoint.reason} (${checkpoint.detail})`);
  return checkpoint;
}

/** A log on its way from its first block to its newest. */
class LogWalk {
  readonly #by: FollowBy;
  readonly #head: Checkpoint;
  readonly #edge: TreeEdge;
  /** Hashes of the rows of tiles, by level: of the tile at hand on level 0, all above it. */
  readonly #levels: Uint8Array[][] = [];
  readonly #heads: Map<number, FollowBy['heads'][number][]>;
  #before: BlockEntry | undefined;
  #ranges: Uint8Array | undefined;
  /** Newest price by product, as far back as all bodies are kept. */
  readonly #prices = new Map<number, bigint>();
  bodies = 0;
  summaries = 0;

  constructor(by: FollowBy, head: Checkpoint) {
    this.#by = by;
    this.#head = head;
    this.#edge = new TreeEdge(by.crypto.sha256);
    this.#heads = new Map();
    for (const one of by.heads) this.#heads.set(one.size, [...(this.#heads.get(one.size) ?? []), one]);
  }

  get ticks(): number {
    return this.#before?.lastSeq ?? 0;
  }

  /** Rechecks the 256 blocks of a tile, or those that there are yet. */
  async tile(index: number): Promise<void> {
    const first = index * SUMMARY_BLOCKS;
    const count = Math.min(SUMMARY_BLOCKS, this.#head.size - first);
    const rows = await this.#rows('entries', first + count - 1, 2);
    const entries = rows.map((row, at) => this.#entry(row, first + at + 1));
    if (entries.length !== count) throw new LogFault(`entries of blocks ${first + 1} and on: got ${entries.length}, takes ${count}`);
    await this.#hashTile(index, count);
    const ranges = await this.#bodiesOf(entries);
    const last = entries.at(-1);
    if (last?.ranges) await this.#summary(index, last.ranges, ranges);
    this.#by.progress?.(this.#edge.size, this.#head.size);
  }

  /** Rechecks the tiles above the leaves, and the root. */
  async finish(): Promise<void> {
    for (const [level, hashes] of this.#levels.entries()) {
      if (level === 0) continue;
      for (let at = 0; at < hashes.length; at += TILE_WIDTH.hashes) {
        const part = hashes.slice(at, at + TILE_WIDTH.hashes);
        await this.#compareTile(level, at / TILE_WIDTH.hashes, part, hashes.length);
      }
    }
    if (!sameBytes(this.#edge.root(), this.#head.root)) throw new LogFault(`checkpoint: the root of ${this.#head.size} blocks is another`);
    const later = this.#by.heads.find(({ size }) => size > this.#head.size);
    if (later) throw new LogFault(`${later.name}: it was shown ${later.size} blocks, the log has ${this.#head.size}`);
  }

  async #rows(kind: TileKind, row: number, lengthBytes: 2 | 4, rowCount = row + 1): Promise<(Uint8Array | undefined)[]> {
    const path = tilePath(tileOf(kind, 0, row, rowCount));
    const rows = readRows(await needed(this.#by.read, path), lengthBytes);
    if (!rows) throw new LogFault(`${path}: its bytes are not whole rows`);
    return rows;
  }

  #entry(row: Uint8Array | undefined, height: number): BlockEntry {
    const entry = row && parseBlockEntry(textOf(row));
    if (!row || entry?.height !== height) throw new LogFault(`block ${height}: its entry is none`);
    const due = (this.#before?.lastSeq ?? 0) + 1;
    if (entry.firstSeq !== due) throw new LogFault(`block ${height}: begins with tick ${entry.firstSeq}, ${due} is due`);
    if (entry.timeMs < (this.#before?.timeMs ?? 0)) throw new LogFault(`block ${height}: is earlier than the one before it`);
    if (this.#ranges && height % SUMMARY_BLOCKS === 0 && !entry.ranges) throw new LogFault(`block ${height}: does not name its summaries`);
    this.#before = entry;
    const hash = leafHash(this.#by.crypto.sha256, row);
    this.#keep(0, hash);
    for (const { level, hash: made } of this.#edge.append(hash)) if (level % 8 === 0) this.#keep(level / 8, made);
    for (const head of this.#heads.get(height) ?? []) {
      if (head.origin !== this.#head.origin) throw new LogFault(`${head.name}: it is of ${head.origin}, the log is ${this.#head.origin}`);
      if (!sameBytes(head.root, this.#edge.root())) throw new LogFault(`${head.name}: it was shown another history of ${height} blocks`);
    }
    return entry;
  }

  #keep(level: number, hash: Uint8Array): void {
    const hashes = this.#levels[level] ?? [];
    hashes.push(hash);
    this.#levels[level] = hashes;
  }

  async #hashTile(index: number, count: number): Promise<void> {
    const hashes = this.#levels[0] ?? [];
    this.#levels[0] = [];
    await this.#compareTile(0, index, hashes, index * TILE_WIDTH.hashes + count);
  }

  async #compareTile(level: number, index: number, hashes: readonly Uint8Array[], rowCount: number): Promise<void> {
    const path = tilePath(tileOf('hashes', level, index * TILE_WIDTH.hashes, rowCount));
    if (!sameBytes(await needed(this.#by.read, path), concatBytes(...hashes))) throw new LogFault(`${path}: its hashes are others`);
  }

  /** Rechecks what is kept of the bodies; returns the summary of their prices if all of them are. */
  async #bodiesOf(entries: readonly BlockEntry[]): Promise<PriceRanges | undefined> {
    const ranges = new PriceRanges();
    let known = 0;
    for (let at = 0; at < entries.length; at += TILE_WIDTH.body) {
      const part = entries.slice(at, at + TILE_WIDTH.body);
      const rows = await this.#rows('body', (part.at(-1)?.height ?? 0) - 1, 4);
      if (rows.length !== part.length)
        throw new LogFault(`bodies of block ${part[0]?.height} and on: got ${rows.length}, takes ${part.length}`);
      for (const [place, body] of rows.entries()) {
        // What came before a gap says nothing about what comes after it.
        if (!body) this.#prices.clear();
        if (!body) continue;
        const ticks = this.#ticksOf(part[place] as BlockEntry, body);
        this.#follow(ticks);
        ranges.add(ticks);
        known++;
      }
    }
    this.bodies += known;
    return known === entries.length ? ranges : undefined;
  }

  /** A confirm repeats the price of its product: no chart and no venue shows one that does not. */
  #follow(ticks: readonly TapeTick[]): void {
    for (const { productId, price, confirm, seq } of ticks) {
      if (confirm && (this.#prices.get(productId) ?? price) !== price)
        throw new LogFault(`tick ${seq}: confirms another price than the last`);
      if (!confirm) this.#prices.set(productId, price);
    }
  }

  #ticksOf(entry: BlockEntry, body: Uint8Array) {
    if (!sameBytes(this.#by.crypto.sha256(body), entry.bodyHash))
      throw new LogFault(`block ${entry.height}: its ticks are not those that were signed`);
    const ticks = decodeTicks(body, entry.firstSeq);
    if (ticks.at(-1)?.seq !== entry.lastSeq) throw new LogFault(`block ${entry.height}: it has ${ticks.length} ticks`);
    return ticks;
  }

  async #summary(index: number, ranges: Uint8Array, made: PriceRanges | undefined): Promise<void> {
    const tiles = Math.floor(this.#head.size / SUMMARY_BLOCKS);
    const tile = tileOf('summary', 0, index, tiles);
    const path = tilePath(tile);
    const summary = readRows(await needed(this.#by.read, path), 2)?.[tile.at];
    if (!summary) throw new LogFault(`${path}: it has no summary of tile ${index}`);
    if (made && !sameBytes(made.bytes(), summary)) throw new LogFault(`tile ${index}: its summary is not that of its prices`);
    this.#ranges = nextRanges(this.#by.crypto.sha256, this.#ranges, summary);
    if (!sameBytes(this.#ranges, ranges)) throw new LogFault(`tile ${index}: its summary is not the one that was signed`);
    this.summaries++;
  }
}

/** Rechecks everything. What is wrong is in `problems`; errors of the connection are thrown. */
export async function followLog(by: FollowBy): Promise<Followed> {
  try {
    const head = await newestCheckpoint(by);
    const walk = new LogWalk(by, head);
    for (let index = 0; index * SUMMARY_BLOCKS < head.size; index++) await walk.tile(index);
    await walk.finish();
    const kept = `${walk.bodies} of them with their ticks, ${walk.summaries} summaries`;
    return { facts: [`${head.origin}: ${head.size} blocks, ${walk.ticks} ticks, ${kept}: all as signed`], problems: [] };
  } catch (error) {
    if (error instanceof LogFault || error instanceof RangeError || (error instanceof TypeError && 'code' in error))
      return { facts: [], problems: [error.message] };
    throw error;
  }
}
