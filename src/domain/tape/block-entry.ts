/**
 * The entry of a block in the log, leaf `height - 1`: lines of a key and its values, the hash of the body in place of it, so that a
 * body may be forgotten and the log stays whole. The last block of each 256 also names what the prices of all blocks up to it were.
 */
import { wholeNumber } from './checkpoint.ts';
import { HASH_BYTES } from './tape-crypto.ts';
import { fromBase64, toBase64 } from './text-bytes.ts';

/** Blocks whose prices one summary holds: as many as a tile of the log has leaves. */
export const SUMMARY_BLOCKS = 256;
const HEAD = 'outcry-block/v1';

/** `timeMs`: end of the second that was sealed, unix ms. `ranges` stands where `height` is a multiple of 256, from the first such tile that was sealed whole. */
export type BlockEntry = {
  readonly height: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  /** SHA-256 of the body. */
  readonly bodyHash: Uint8Array;
  readonly ranges?: Uint8Array | undefined;
};

/** The entry as text; its UTF-8 is what is hashed. */
export function blockEntryText({ height, firstSeq, lastSeq, timeMs, bodyHash, ranges }: BlockEntry): string {
  const lines = [HEAD, `height ${height}`, `ticks ${firstSeq} ${lastSeq}`, `time ${timeMs}`, `body ${toBase64(bodyHash)}`];
  return `${[...lines, ...(ranges ? [`ranges ${toBase64(ranges)}`] : [])].join('\n')}\n`;
}

const ENTRY =
  /^outcry-block\/v1\nheight (\d{1,16})\nticks (\d{1,16}) (\d{1,16})\ntime (\d{1,16})\nbody ([A-Za-z0-9+/=]{44})\n(?:ranges ([A-Za-z0-9+/=]{44})\n)?$/;

/** Reads an entry; `undefined` for any text but the one that `blockEntryText` writes of a block with at least one tick. */
export function parseBlockEntry(text: string): BlockEntry | undefined {
  const [, ...fields] = ENTRY.exec(text) ?? [];
  const [height, firstSeq, lastSeq, timeMs] = fields.slice(0, 4).map((field) => wholeNumber(field ?? ''));
  const bodyHash = hashOf(fields[4]);
  if (!height || !firstSeq || !lastSeq || timeMs === undefined || !bodyHash || firstSeq > lastSeq) return undefined;
  if (fields[5] === undefined) return { height, firstSeq, lastSeq, timeMs, bodyHash };
  const ranges = hashOf(fields[5]);
  return ranges && height % SUMMARY_BLOCKS === 0 ? { height, firstSeq, lastSeq, timeMs, bodyHash, ranges } : undefined;
}

function hashOf(text: string | undefined): Uint8Array | undefined {
  const hash = fromBase64(text ?? '');
  return hash?.length === HASH_BYTES ? hash : undefined;
}
