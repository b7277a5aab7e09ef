/** What a made log serves at its paths, as the bytes that a server would answer with. */
import { blockEntryText, SUMMARY_BLOCKS } from '#domain/tape/block-entry.ts';
import { concatBytes, utf8 } from '#domain/tape/text-bytes.ts';
import { parseTilePath, TILE_WIDTH, type TilePath } from '#domain/tape/tile-path.ts';
import { writeRows } from '#domain/tape/tile-rows.ts';
import type { MadeLog } from './made-log.ts';

/** Rows of a tile that there are at a size of the log; none beyond it. */
function rowsOf(log: MadeLog, size: number, { kind, level, index, width }: TilePath): readonly number[] {
  const rows = kind === 'summary' ? Math.floor(size / SUMMARY_BLOCKS) : Math.floor(size / 256 ** level);
  const first = index * TILE_WIDTH[kind];
  return first + width > rows || log.blocks.length < size ? [] : Array.from({ length: width }, (_, at) => first + at);
}

function tileBytes(log: MadeLog, size: number, tile: TilePath, isKept: (height: number) => boolean): Uint8Array | undefined {
  const rows = rowsOf(log, size, tile);
  if (rows.length === 0) return undefined;
  const blocks = rows.flatMap((row) => log.blocks[row] ?? []);
  switch (tile.kind) {
    case 'hashes':
      return concatBytes(...rows.map((row) => log.hashOf({ level: tile.level * 8, index: row })));
    case 'entries':
      return writeRows(
        blocks.map(({ entry }) => utf8(blockEntryText(entry))),
        2,
      );
    case 'body':
      return writeRows(
        blocks.map(({ entry, body }) => (isKept(entry.height) ? body : undefined)),
        4,
      );
    case 'summary':
      return writeRows(
        rows.map((row) => log.summaries[row]),
        2,
      );
  }
}

/** Answers by path, at a size of the log. `isKept`: whose bodies there still are. */
export const servedLog =
  (log: MadeLog, size: number, isKept: (height: number) => boolean = () => true) =>
  (path: string): Promise<Uint8Array | undefined> => {
    if (path === 'checkpoint') return Promise.resolve(utf8(log.checkpoint(size)));
    if (path === 'keys') return Promise.resolve(utf8(log.keys()));
    const tile = parseTilePath(path);
    return Promise.resolve(tile && tileBytes(log, size, tile, isKept));
  };
