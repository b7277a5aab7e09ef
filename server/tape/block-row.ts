/** A header of the chain as its row, and back. */
import type { BlockRow } from '../repositories/tape-repository.ts';
import type { SealedHeader } from './block-chain.ts';

export const rowOf = (header: SealedHeader): BlockRow => ({
  height: header.height,
  first_seq: header.firstSeq,
  last_seq: header.lastSeq,
  time_ms: header.timeMs,
  body_hash: header.bodyHash,
  prev_hash: header.prevHash,
  hash: header.hash,
});

/** A header row as the chain sees it. */
export const headerOf = (row: BlockRow): SealedHeader => ({
  height: row.height,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  timeMs: row.time_ms,
  bodyHash: row.body_hash,
  prevHash: row.prev_hash,
  hash: row.hash,
});
