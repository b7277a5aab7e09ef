/** The text of a checkpoint (c2sp.org/tlog-checkpoint): origin, size, root, a line each. Ours carry no more, and one that does is not read. */
import type { TreeHead } from './merkle.ts';
import { HASH_BYTES } from './tape-crypto.ts';
import { fromBase64, toBase64 } from './text-bytes.ts';

/** `size` is the height of the newest block: leaf `height - 1` is a block's. */
export type Checkpoint = TreeHead & { readonly origin: string };

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** A whole number as it is written: no sign, no zero in front, at most 2^53 - 1. */
export function wholeNumber(text: string): number | undefined {
  const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Reads the text of a checkpoint; `undefined` when it is none. A size of 0 is read: who verifies refuses it. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, sizeText, rootText, end, ...more] = text.split('\n');
  if (!origin || sizeText === undefined || rootText === undefined || end !== '' || more.length > 0) return undefined;
  const size = wholeNumber(sizeText);
  const root = fromBase64(rootText);
  return size === undefined || root?.length !== HASH_BYTES ? undefined : { origin, size, root };
}
