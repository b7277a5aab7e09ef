/** The verifier of receipts in Python, which was written from `docs/verifiable-fills.md` alone, beside ours: what both say of files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pinned } from '#domain/tape/log-keys.ts';
import { readReceipt } from '#domain/tape/receipt-file.ts';
import { finished, verifyReceipt } from '#domain/tape/verify-receipt.ts';
import { crypto } from './receipt-world.ts';

const SCRIPT = 'docs/examples/verify_receipt.py';
/** What it may print. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Texts of one start, well below what a command line may hold. */
const FILES_MAX = 500;

/** The four answers with their reasons, or why the file was refused. */
export type Said =
  | { readonly refused: string }
  | Readonly<Record<'promise' | 'price' | 'rule' | 'history', readonly [answer: string, reason: string]>>;

export const hasPython = spawnSync('python3', ['--version']).status === 0;

type Line = Readonly<Record<string, unknown>>;

/** The lines that the Python verifier prints of texts, which it is given together as far as a command line holds them. Throws with its error when it ends with one. */
function linesByPython(texts: readonly string[], pins: readonly Pinned[]): Line[] {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-receipts-'));
  try {
    const lines: Line[] = [];
    for (let from = 0; from < texts.length; from += FILES_MAX) {
      const names = texts.slice(from, from + FILES_MAX).map((text, at) => {
        const name = join(folder, String(from + at));
        writeFileSync(name, text);
        return name;
      });
      const run = spawnSync(
        'python3',
        [
          SCRIPT,
          ...pins.flatMap(({ vkey, sizeMax }) => ['--pin', vkey, ...(sizeMax === undefined ? [] : ['--up-to', String(sizeMax)])]),
          ...names,
        ],
        {
          encoding: 'utf8',
          maxBuffer: OUTPUT_BYTES_MAX,
        },
      );
      if (run.stderr !== '' || ![0, 1, 2].includes(run.status ?? -1))
        throw new Error(`the Python verifier ended with ${run.status}: ${run.stderr}`);
      for (const line of run.stdout.trimEnd().split('\n')) lines.push(JSON.parse(line) as Line);
    }
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the Python verifier says of each text, in their order. */
export function saidByPython(texts: readonly string[], pins: readonly Pinned[]): Said[] {
  return linesByPython(texts, pins).flatMap(({ file, ...answers }) => (file === undefined ? [] : [answers as Said]));
}

/** The numbers of the deals that contradict each other, a pair a place, as the Python verifier says of texts of no known log. */
export const contradictedByPython = (texts: readonly string[]): unknown[] => namedByPython(texts, 'contradict');
/** The numbers of an opening and of the ends that are more than it, likewise. */
export const exceedingByPython = (texts: readonly string[]): unknown[] => namedByPython(texts, 'exceed');

const namedByPython = (texts: readonly string[], name: string): unknown[] =>
  linesByPython(texts, []).flatMap((line) => (line[name] === undefined ? [] : [line[name]]));

/** What ours says of a text, with nothing but pins to judge by, the newest first. */
export function saidByOurs(text: string, [pin, ...former]: readonly Pinned[]): Said {
  const file = readReceipt(crypto.sha256, text);
  if ('refused' in file) return { refused: file.refused };
  const { verdict } = finished(verifyReceipt(file, { crypto, pin: pin?.vkey, former, seen: [] }));
  const pairs = Object.entries(verdict).map(([name, { answer, reason }]) => [name, [answer, reason]]);
  return Object.fromEntries(pairs) as Said;
}
