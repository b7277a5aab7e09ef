/** The chain of sealed blocks: what a header is and how it is hashed. Pure, so that anybody can recompute it. */
import { createHash } from 'node:crypto';

/** Groups that were committed within one second, sealed for ever. */
export type BlockHeader = {
  readonly height: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** End of the second, unix ms. */
  readonly timeMs: number;
  readonly bodyHash: string;
  readonly prevHash: string;
};
export type SealedHeader = BlockHeader & { readonly hash: string };

/** What the first block names as the one before it. */
export const GENESIS_HASH = '0'.repeat(64);
export const BLOCK_MS = 1_000;

/** SHA-256 as 64 hex digits. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Hash of a header: SHA-256 over its six fields, each on a line of its own, in their order of declaration. */
export const blockHash = (header: BlockHeader): string =>
  sha256([header.height, header.firstSeq, header.lastSeq, header.timeMs, header.bodyHash, header.prevHash].join('\n'));

/** End of the second that a commit belongs to. */
export const blockEndMs = (committedAtMs: number): number => (Math.floor(committedAtMs / BLOCK_MS) + 1) * BLOCK_MS;

/** What is wrong between a header and the one before it; `undefined` when they belong together. */
export function headerProblem(header: SealedHeader, before: SealedHeader | undefined): string | undefined {
  const at = `block ${header.height}`;
  if (header.height !== (before?.height ?? 0) + 1) return `${at}: follows block ${before?.height ?? 0}`;
  if (header.firstSeq !== (before?.lastSeq ?? 0) + 1)
    return `${at}: starts at tick ${header.firstSeq}, the one before ends at ${before?.lastSeq ?? 0}`;
  if (header.prevHash !== (before?.hash ?? GENESIS_HASH)) return `${at}: names another block as the one before it`;
  if (header.hash !== blockHash(header)) return `${at}: its hash is not the hash of its header`;
  return undefined;
}
