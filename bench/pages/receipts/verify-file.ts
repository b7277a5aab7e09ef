/** A receipt read and checked by the product's own code, and beside it the least that anybody would do: hash what is in it, verify one signature. */

import { leafHash } from '../../../src/domain/tape/merkle.ts';
import { sha256 } from '../../../src/domain/tape/noble-hash.ts';
import { type ReceiptFile, readReceipt } from '../../../src/domain/tape/receipt-file.ts';
import { parseNote } from '../../../src/domain/tape/signed-note.ts';
import { utf8 } from '../../../src/domain/tape/text-bytes.ts';
import { verdictColour } from '../../../src/domain/tape/verdict.ts';

import { checkedReceipt } from '../../../src/worker/receipts/check-receipt.ts';
import { isSigned } from '../../../src/worker/receipts/signatures.ts';

import { clockMarks } from '../../lib/marked-time.ts';

/** `reason`: of the first answer that is no yes. */
export type Verified = { readonly ms: number; readonly colour: string; readonly reason: string };
type CheckParts = Parameters<typeof checkedReceipt>[0];

const clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (delayMs: number, work: () => void) => {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

function fileOf(text: string): ReceiptFile {
  const file = readReceipt(sha256, text);
  if ('refused' in file) throw new Error(file.problem);
  return file;
}

/** From the text to the verdict, in the slices in which a device does it. `sample`: by what name its CPU time is traced. */
export async function verified(text: string, pin: string, sample = ''): Promise<Verified> {
  const { begins, ends } = clockMarks(sample);
  const startMs = performance.now();
  performance.mark(begins);
  const file = fileOf(text);
  const seen = file.older.map(({ checkpoint, proof }) => ({ checkpoint, proof }));
  const own = { seen, firstSize: 1, ahead: undefined };
  const { checked } = await checkedReceipt({ clock } as unknown as CheckParts, { file, pins: [{ vkey: pin }], own });
  performance.mark(ends);
  const ms = performance.now() - startMs;
  const short = Object.values(checked.verdict).find(({ answer }) => answer !== 'yes');
  return { ms, colour: verdictColour(checked.verdict), reason: short?.reason ?? '' };
}

/** Hashes every entry and body once and verifies the checkpoint's signature; `sample`: as above. */
export async function floor(text: string, sample: string): Promise<void> {
  const { begins, ends } = clockMarks(sample);
  const { runs, bodies, checkpoint, vkeys } = fileOf(text);
  const entries = runs.flatMap((run) => run.entries.map(utf8));
  const note = parseNote(checkpoint);
  const [line] = note?.signatures ?? [];
  performance.mark(begins);
  for (const entry of entries) leafHash(sha256, entry);
  for (const body of bodies.values()) sha256(body);
  const bytes = (data: Uint8Array | undefined) => Uint8Array.from(data ?? []);
  const isGood = await isSigned(bytes(line?.signature), bytes(utf8(note?.text ?? '')), bytes(vkeys[0].publicKey));
  performance.mark(ends);
  if (!isGood) throw new Error('the signature of the checkpoint is not good');
}
