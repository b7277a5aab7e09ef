/** What the ways to tamper with a receipt have in common: one thing of it changed, the rest as it was. */
import { checkpointText } from '#domain/tape/checkpoint.ts';
import type { ReceiptFile, ReceiptRun } from '#domain/tape/receipt-file.ts';
import type { VerifyBy } from '#domain/tape/verify-receipt.ts';
import type { Seeded } from '../../engine/seeded.ts';
import { signed } from './made-log.ts';
import type { World } from './receipt-world.ts';

/** A file as text, and by what it is judged where that is not the world's. */
type Tampered = { readonly text: string; readonly by?: VerifyBy };
export type Tamper = (world: World, random: Seeded) => ReceiptFile | Tampered;

const NOTES = ['keys', 'checkpoint', 'deal', 'older'] as const;
/** One of the notes of a file changed, an older one among them. */
export function withNote(file: ReceiptFile, random: Seeded, change: (note: string) => string): ReceiptFile {
  const which = random.pick(NOTES);
  if (which !== 'older') return { ...file, [which]: change(file[which] ?? '') };
  const at = random.whole(0, file.older.length - 1);
  return { ...file, older: file.older.map((one, place) => (place === at ? { ...one, checkpoint: change(one.checkpoint) } : one)) };
}

/** Another character in place of one, of the same kind where that can be. */
export function otherCharacter(text: string, at: number): string {
  const old = text[at] ?? '';
  const other = /\d/.test(old) ? String((Number(old) + 1) % 10) : old === 'a' ? 'b' : 'a';
  return text.slice(0, at) + other + text.slice(at + 1);
}

export function flipped(bytes: Uint8Array, random: Seeded): Uint8Array {
  const at = random.whole(0, bytes.length - 1);
  return bytes.map((byte, place) => (place === at ? byte ^ (1 << random.whole(0, 7)) : byte));
}

export const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.map((one, place) => (place === at ? value : one));
/** Two neighbours change places. */
export const swapped = <T>(list: readonly T[], at: number): T[] => [
  ...list.slice(0, at),
  list[at + 1] as T,
  list[at] as T,
  ...list.slice(at + 2),
];

export function withRun(file: ReceiptFile, random: Seeded, change: (run: ReceiptRun) => ReceiptRun): ReceiptFile {
  const at = random.whole(0, file.runs.length - 1);
  return { ...file, runs: replaced(file.runs, at, change(file.runs[at] as ReceiptRun)) };
}

export function withBody(file: ReceiptFile, random: Seeded, change: (body: Uint8Array) => Uint8Array): ReceiptFile {
  const height = random.pick([...file.bodies.keys()]);
  return { ...file, bodies: new Map(file.bodies).set(height, change(file.bodies.get(height) as Uint8Array)) };
}

export const resigned = (world: World, checkpoint: { size: number; root: Uint8Array }): ReceiptFile => ({
  ...world.file,
  checkpoint: signed(checkpointText({ origin: world.log.origin, ...checkpoint }), world.log.logKey),
});
