/**
 * Whether a log extends all that was seen of it: checkpoints of one's own and those that came with the file, each signed, each proved to be
 * continued by the file's (RFC 9162, 2.1.4.2) or, where it is the newer, to continue it.
 */
import type { Checkpoint } from './checkpoint.ts';
import type { PinnedKey } from './log-keys.ts';
import { isConsistent } from './merkle.ts';
import { parseNote, signedBy } from './signed-note.ts';
import type { TapeCrypto } from './tape-crypto.ts';
import { sameBytes } from './text-bytes.ts';
import { remembered, type Verdict } from './verdict.ts';
import { signedCheckpoint } from './verify-log.ts';

/** A checkpoint as a note, and the proof between it and the file's, whichever is larger. Without a proof one of the same size must lead there. */
export type SeenCheckpoint = { readonly checkpoint: string; readonly proof?: readonly Uint8Array[] | undefined };
type Seen = Checkpoint & { readonly proof?: readonly Uint8Array[] | undefined };

/** `logKeys`: the log's key, and those that are known beside it. */
export function* historyAnswer(
  crypto: TapeCrypto,
  head: Checkpoint,
  seen: readonly SeenCheckpoint[],
  logKeys: readonly PinnedKey[],
): Generator<void, Verdict['history'], void> {
  const read: Seen[] = [];
  let stranger: Verdict['history'] | undefined;
  for (const { checkpoint, proof } of seen) {
    const one = olderCheckpoint(crypto, checkpoint, logKeys);
    if ('answer' in one && one.answer === 'no') return one;
    if ('answer' in one) {
      stranger ??= one;
      continue;
    }
    if (one.origin !== head.origin) return remembered('older-malformed', `origin ${one.origin}`);
    read.push({ ...one, proof });
    yield;
  }
  const rival = rivalOf([head, ...read]);
  if (rival) return remembered('two-roots', `size ${rival.size}`);
  for (const one of read) {
    if (one.proof && !isLinked(crypto, one, head, one.proof)) return remembered('consistency', `size ${one.size}`);
    yield;
  }
  if (stranger) return stranger;
  if (read.length === 0) return remembered('no-own-checkpoint');
  const linked = new Set([head.size, ...read.filter(({ proof }) => proof).map(({ size }) => size)]);
  const lost = read.find(({ size }) => !linked.has(size));
  return lost ? remembered('unlinked', `size ${lost.size}`) : remembered('extends');
}

function olderCheckpoint(crypto: TapeCrypto, note: string, logKeys: readonly PinnedKey[]): Checkpoint | Verdict['history'] {
  const tries = logKeys.map((signer) => signedCheckpoint(crypto, note, { signer, known: logKeys }));
  const good = tries.find((one): one is Checkpoint => 'root' in one);
  if (good) return good;
  const read = parseNote(note);
  if (read && logKeys.every((key) => signedBy(crypto, read, key) === 'absent')) return remembered('older-key', firstLines(note));
  const isUnsigned = tries.every((one) => 'reason' in one && one.reason === 'checkpoint-signature');
  return remembered(isUnsigned ? 'older-signature' : 'older-malformed', firstLines(note));
}

const firstLines = (note: string): string => note.split('\n', 2).join(' ');

/** One that has the size of another and not its root. */
function rivalOf(heads: readonly Checkpoint[]): Checkpoint | undefined {
  const roots = new Map<number, Uint8Array>();
  return heads.find(({ size, root }) => {
    const known = roots.get(size);
    roots.set(size, root);
    return known && !sameBytes(known, root);
  });
}

function isLinked({ sha256 }: TapeCrypto, one: Checkpoint, head: Checkpoint, proof: readonly Uint8Array[]): boolean {
  return one.size <= head.size ? isConsistent(sha256, one, head, proof) : isConsistent(sha256, head, one, proof);
}
