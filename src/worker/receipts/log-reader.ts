/** The blocks of the log up to one size, as the server's tiles have them. Nothing of it is believed here: the check proves it. */
import { type BlockEntry, parseBlockEntry, SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { TILES_MAX } from '#domain/tape/receipt-limits.ts';
import { type TileKind, tileOf, tilePath } from '#domain/tape/tile-path.ts';
import { readRows } from '#domain/tape/tile-rows.ts';
import { type TapeCalls, TapeFailure } from './tape-calls.ts';

/** A search that goes by the share of ticks; every third step halves, so that no log is too uneven. */
const HALVING_STEP = 3;
const STEPS_MAX = 120;

type Rows = readonly (Uint8Array | undefined)[];
type LoggedBlock = { readonly entry: BlockEntry; readonly text: string };

export class LogReader {
  readonly size: number;
  readonly #calls: TapeCalls;
  readonly #tiles = new Map<string, Promise<Rows>>();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(calls: TapeCalls, size: number) {
    this.#calls = calls;
    this.size = size;
  }

  /** The entry of a height from 1 to `size`. */
  async block(height: number): Promise<LoggedBlock> {
    const row = await this.#row('entries', height - 1, this.size);
    const text = row && this.#decoder.decode(row);
    const entry = text === undefined ? undefined : parseBlockEntry(text);
    if (text === undefined || entry?.height !== height) throw new TapeFailure('broken', `entry of ${height}`);
    return { entry, text };
  }

  /** The body of a block; `undefined` when it is no longer kept. */
  body(height: number): Promise<Uint8Array | undefined> {
    return this.#row('body', height - 1, this.size);
  }

  summary(tile: number): Promise<Uint8Array | undefined> {
    return this.#row('summary', tile, Math.floor(this.size / SUMMARY_BLOCKS));
  }

  /** The height of the block with a tick; `undefined` when it is not in the log yet. */
  async heightOf(seq: number): Promise<number | undefined> {
    let low = { height: 0, lastSeq: 0 };
    let high = { height: this.size, lastSeq: (await this.block(this.size)).entry.lastSeq };
    if (high.lastSeq < seq) return undefined;
    for (let step = 1; high.height - low.height > 1; step++) {
      if (step > STEPS_MAX) throw new TapeFailure('broken', 'entries that do not grow');
      const share = step % HALVING_STEP === 0 ? 0.5 : (seq - low.lastSeq) / (high.lastSeq - low.lastSeq);
      const guess = low.height + Math.ceil(share * (high.height - low.height));
      const height = Math.min(high.height - 1, Math.max(low.height + 1, guess));
      const { lastSeq } = (await this.block(height)).entry;
      if (lastSeq >= seq) high = { height, lastSeq };
      else low = { height, lastSeq };
    }
    return high.height;
  }

  async #row(kind: TileKind, row: number, rows: number): Promise<Uint8Array | undefined> {
    const tile = tileOf(kind, 0, row, rows);
    const path = tilePath(tile);
    const known = this.#tiles.get(path);
    if (!known && this.#tiles.size >= TILES_MAX) throw new TapeFailure('broken', `more than ${TILES_MAX} tiles`);
    const loading = known ?? this.#read(path, kind === 'body' ? 4 : 2);
    this.#tiles.set(path, loading);
    return (await loading)[tile.at];
  }

  async #read(path: string, lengthBytes: 2 | 4): Promise<Rows> {
    const rows = readRows(await this.#calls.bytes(path), lengthBytes);
    if (!rows) throw new TapeFailure('broken', path);
    return rows;
  }
}
