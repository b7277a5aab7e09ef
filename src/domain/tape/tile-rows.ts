/**
 * Rows of a tile as bytes: each behind its length, big-endian; 2 bytes for entries (c2sp.org/tlog-tiles) and summaries, 4 for bodies, where
 * a length of 0xFFFFFFFF stands for one that is no longer kept.
 */

type LengthBytes = 2 | 4;
const GONE = 0xffffffff;

/** Throws a `RangeError` for a row that is too long for its length. `undefined`, with 4 bytes only, is a row that is no longer kept. */
export function writeRows(rows: readonly (Uint8Array | undefined)[], lengthBytes: LengthBytes): Uint8Array {
  const out = new Uint8Array(rows.reduce((sum, row) => sum + lengthBytes + (row?.length ?? 0), 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const row of rows) {
    const length = row?.length ?? GONE;
    if (lengthBytes === 2 ? length > 0xffff : row && length >= GONE) throw new RangeError(`a row of ${length} bytes`);
    if (lengthBytes === 2) view.setUint16(at, length);
    else view.setUint32(at, length);
    at += lengthBytes;
    if (row) out.set(row, at);
    at += row?.length ?? 0;
  }
  return out;
}

/** The rows of a tile; `undefined` when the bytes are not whole rows. */
export function readRows(bytes: Uint8Array, lengthBytes: LengthBytes): (Uint8Array | undefined)[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const rows: (Uint8Array | undefined)[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + lengthBytes > bytes.length) return undefined;
    const length = lengthBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    at += lengthBytes;
    const isGone = lengthBytes === 4 && length === GONE;
    if (!isGone && at + length > bytes.length) return undefined;
    rows.push(isGone ? undefined : bytes.slice(at, at + length));
    if (!isGone) at += length;
  }
  return rows;
}
