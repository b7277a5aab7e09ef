/** What anybody may fetch of the log, as bytes: its checkpoint, keys, tiles, bodies, summaries and proofs. Nothing beyond the published size. */
import { wholeNumber } from '#domain/tape/checkpoint.ts';
import { logKeysText } from '#domain/tape/log-keys.ts';
import { concatBytes, toBase64 } from '#domain/tape/text-bytes.ts';
import { parseTilePath, TILE_WIDTH, type TilePath } from '#domain/tape/tile-path.ts';
import { writeRows } from '#domain/tape/tile-rows.ts';
import type { Db } from '../../database/database.ts';
import { bodyRows, leafRows, summaryRows } from '../../repositories/tape-log-repository.ts';
import type { TapeLog } from './tape-log.ts';
import { entryText } from './tree-reader.ts';

/** `isFinal`: the same for ever. */
type LogFile = { readonly bytes: Uint8Array; readonly kind: 'text' | 'bytes'; readonly maxAgeS: number; readonly isFinal: boolean };

const FINAL_S = 31_536_000;
/** A tile that lacks a body: it may have been asked for by mistake, and is cheap to ask for again. */
const PRUNED_S = 60;
const NEWEST_S = 1;

const final = (bytes: Uint8Array, kind: LogFile['kind'] = 'bytes'): LogFile => ({ bytes, kind, maxAgeS: FINAL_S, isFinal: true });
const newest = (note: string): LogFile => ({ bytes: Buffer.from(note), kind: 'text', maxAgeS: NEWEST_S, isFinal: false });

/** The note that says which keys hold: of the first by themselves, of later ones by those before too, as it was signed when they came. */
function keysNote(log: TapeLog): string {
  const { origin, logVkey, receiptsVkey, known } = log.keys;
  return known.rotation?.note ?? log.signLog(logKeysText({ origin, log: logVkey, receipts: receiptsVkey, since: 0 }));
}

/** How many rows of a kind a log of a size has. */
const rowsOf = ({ kind, level }: TilePath, size: number): number =>
  kind === 'hashes' ? Math.floor(size / TILE_WIDTH.hashes ** level) : kind === 'summary' ? Math.floor(size / TILE_WIDTH.summary) : size;

async function tileFile(db: Db, log: TapeLog, tile: TilePath): Promise<LogFile> {
  const from = tile.index * TILE_WIDTH[tile.kind];
  const to = from + tile.width;
  switch (tile.kind) {
    case 'hashes':
      return final(concatBytes(...(await log.tree.hashes(tile.level, from, to))));
    case 'entries': {
      const entries = (await leafRows(db.kysely, from, to)).map((row) => Buffer.from(entryText(row)));
      return final(writeRows(entries, 2));
    }
    case 'body': {
      const bodies = new Map((await bodyRows(db.kysely, from, to)).map(({ height, body }) => [height, body]));
      const rows = Array.from({ length: tile.width }, (_, at) => bodies.get(from + at + 1));
      return bodies.size === tile.width ? final(writeRows(rows, 4)) : { ...final(writeRows(rows, 4)), maxAgeS: PRUNED_S, isFinal: false };
    }
    case 'summary': {
      // Of tiles from before there were summaries nothing stands there.
      const bodies = new Map((await summaryRows(db.kysely, from, to)).map(({ tile: at, body }) => [at, body]));
      return final(
        writeRows(
          Array.from({ length: tile.width }, (_, at) => bodies.get(from + at) ?? new Uint8Array()),
          2,
        ),
      );
    }
  }
}

/** `proof/<index>/<size>` and `consistency/<from>/<to>`: a line of Base64 for each hash. */
async function proofFile(log: TapeLog, path: string, size: number): Promise<LogFile | undefined> {
  const [, kind, first = '', second = ''] = /^(proof|consistency)\/(\d+)\/(\d+)$/.exec(path) ?? [];
  const [from, to] = [wholeNumber(first), wholeNumber(second)];
  if (kind === undefined || from === undefined || to === undefined || to > size) return undefined;
  if (kind === 'proof' ? from >= to : from < 1 || from > to) return undefined;
  const hashes = kind === 'proof' ? await log.tree.inclusion(from, to) : await log.tree.consistency(from, to);
  return final(Buffer.from(hashes.map((hash) => `${toBase64(hash)}\n`).join('')), 'text');
}

/** What lies at a path behind `/tape/`; `undefined` for what is not there, or not yet. */
export async function logFile(db: Db, log: TapeLog, path: string): Promise<LogFile | undefined> {
  if (path === 'keys') return newest(keysNote(log));
  const { head } = log;
  if (!head) return undefined;
  if (path === 'checkpoint') return newest(head.note);
  const tile = parseTilePath(path);
  if (!tile) return proofFile(log, path, head.size);
  return tile.index * TILE_WIDTH[tile.kind] + tile.width <= rowsOf(tile, head.size) ? tileFile(db, log, tile) : undefined;
}
