/**
 * The file of a receipt: a fill, as its operator signed it, and the part of the log that it is rechecked by. Only the texts in it are signed;
 * the file itself is a carrier. It is read strictly, within limits, and says of a file that is refused which field, what it has and what is allowed.
 */
import { BODIES_MAX, OLDER_MAX, PROOF_MAX, RECEIPT_BYTES_MAX, RUN_LEVEL_MAX, RUNS_MAX, SUMMARIES_MAX } from './receipt-limits.ts';
import { parseVerifierKey, type VerifierKey } from './signed-note.ts';
import { type Json, type JsonObject, readJson } from './strict-json.ts';
import { HASH_BYTES, type Sha256 } from './tape-crypto.ts';
import { fromBase64, toBase64 } from './text-bytes.ts';

const VERSION = 1;

/** Entries of the blocks `index` x 2^`level` + 1 and on, 2^`level` of them; `proof` as `inclusionNodes` of `merkle.ts` has it. */
export type ReceiptRun = {
  readonly level: number;
  readonly index: number;
  readonly entries: readonly string[];
  readonly proof: readonly Uint8Array[];
};
/** A checkpoint that the owner's device saw before, and the proof that the file's goes on from it. */
type OlderCheckpoint = { readonly checkpoint: string; readonly proof: readonly Uint8Array[] };
export type ReceiptFile = {
  /** Of the log and of receipts. */
  readonly vkeys: readonly [VerifierKey, VerifierKey];
  readonly keys: string | undefined;
  readonly checkpoint: string;
  readonly deal: string;
  readonly runs: readonly ReceiptRun[];
  /** By height. */
  readonly bodies: ReadonlyMap<number, Uint8Array>;
  /** Summaries of consecutive tiles from `tile` on. */
  readonly summaries: { readonly tile: number; readonly bodies: readonly Uint8Array[] } | undefined;
  readonly older: readonly OlderCheckpoint[];
};
/** Why a file is not looked at: it has no answers at all. */
export type Refusal = { readonly refused: 'too-large' | 'not-json' | 'malformed' | 'newer-version'; readonly problem: string };

/** A receipt that no verifier would read; its message says which limit and what it has. */
export class ReceiptTooLarge extends RangeError {}

/** Which of its lists has more than a file may hold, in words; `undefined` where none has. */
function tooMany({ runs, bodies, summaries, older }: ReceiptFile): string | undefined {
  const counts: readonly (readonly [name: string, count: number, most: number])[] = [
    ['runs', runs.length, RUNS_MAX],
    ['bodies', bodies.size, BODIES_MAX],
    ['summaries.bodies', summaries?.bodies.length ?? 0, SUMMARIES_MAX],
    ['older', older.length, OLDER_MAX],
    ['proof', Math.max(0, ...[...runs, ...older].map(({ proof }) => proof.length)), PROOF_MAX],
  ];
  const found = counts.find(([, count, most]) => count > most);
  return found && `${found[0]}: got ${found[1]}, takes at most ${found[2]}`;
}

/** The file as text. Throws `ReceiptTooLarge` in place of a text that nobody would read. */
export function receiptText(file: ReceiptFile): string {
  const problem = tooMany(file);
  if (problem) throw new ReceiptTooLarge(problem);
  const text = jsonText(file);
  const bytes = utf8Length(text);
  if (bytes > RECEIPT_BYTES_MAX) throw new ReceiptTooLarge(`file: got ${bytes} bytes, takes ${RECEIPT_BYTES_MAX}`);
  return text;
}

function jsonText(file: ReceiptFile): string {
  const proofs = (proof: readonly Uint8Array[]) => proof.map(toBase64);
  return JSON.stringify({
    receipt: VERSION,
    vkeys: file.vkeys.map(({ text }) => text),
    keys: file.keys ?? null,
    checkpoint: file.checkpoint,
    deal: file.deal,
    runs: file.runs.map(({ level, index, entries, proof }) => ({ level, index, entries, proof: proofs(proof) })),
    bodies: Object.fromEntries([...file.bodies].map(([height, body]) => [height, toBase64(body)])),
    summaries: file.summaries ? { tile: file.summaries.tile, bodies: file.summaries.bodies.map(toBase64) } : null,
    older: file.older.map(({ checkpoint, proof }) => ({ checkpoint, proof: proofs(proof) })),
  });
}

/** A field that is not what it should be. */
class FieldProblem extends Error {
  constructor(field: string, value: Json | undefined, takes: string) {
    super(`${field}: got ${shown(value)}, takes ${takes}`);
  }
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null)
    return value instanceof Map ? `an object of ${value.size}` : `a list of ${Array.from(value as readonly Json[]).length}`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}

/** An object with exactly these keys. */
function objectOf(field: string, value: Json | undefined, keys: readonly string[]): JsonObject {
  if (!(value instanceof Map)) throw new FieldProblem(field, value, `an object with ${keys.join(', ')}`);
  const inside = (key: string) => (field === '' ? key : `${field}.${key}`);
  for (const key of value.keys())
    if (!keys.includes(key)) throw new FieldProblem(inside(key), value.get(key) as Json, 'nothing: there is no such field');
  for (const key of keys) if (!value.has(key)) throw new FieldProblem(inside(key), undefined, 'a value');
  return value;
}

function listOf(field: string, value: Json | undefined, countMax: number): readonly Json[] {
  if (!Array.isArray(value) || value.length > countMax) throw new FieldProblem(field, value, `a list of at most ${countMax}`);
  return value as readonly Json[];
}

function textOf(field: string, value: Json | undefined): string {
  if (typeof value !== 'string') throw new FieldProblem(field, value, 'a text');
  return value;
}

function numberOf(field: string, value: Json | undefined, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || value > max) throw new FieldProblem(field, value, `a whole number up to ${max}`);
  return value;
}

function bytesOf(field: string, value: Json | undefined, length?: number): Uint8Array {
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
  if (!bytes || (length !== undefined && bytes.length !== length))
    throw new FieldProblem(field, value, length === undefined ? 'Base64 with its padding' : `Base64 of ${length} bytes`);
  return bytes;
}

const proofOf = (field: string, value: Json | undefined): Uint8Array[] =>
  listOf(field, value, PROOF_MAX).map((hash, at) => bytesOf(`${field}[${at}]`, hash, HASH_BYTES));

function runOf(field: string, value: Json): ReceiptRun {
  const run = objectOf(field, value, ['level', 'index', 'entries', 'proof']);
  const level = numberOf(`${field}.level`, run.get('level'), RUN_LEVEL_MAX);
  const count = 2 ** level;
  const index = numberOf(`${field}.index`, run.get('index'), Math.floor(Number.MAX_SAFE_INTEGER / count) - 1);
  const entries = listOf(`${field}.entries`, run.get('entries'), count).map((entry, at) => textOf(`${field}.entries[${at}]`, entry));
  if (entries.length !== count) throw new FieldProblem(`${field}.entries`, run.get('entries'), `${count} at level ${level}`);
  return { level, index, entries, proof: proofOf(`${field}.proof`, run.get('proof')) };
}

function bodiesOf(value: Json | undefined): Map<number, Uint8Array> {
  if (!(value instanceof Map) || value.size > BODIES_MAX) throw new FieldProblem('bodies', value, `an object of at most ${BODIES_MAX}`);
  return new Map(
    [...(value as JsonObject)].map(([height, body]) => {
      const isHeight = /^[1-9]\d{0,15}$/.test(height) && Number.isSafeInteger(Number(height));
      if (!isHeight) throw new FieldProblem('bodies', height, 'heights of blocks as keys');
      return [Number(height), bytesOf(`bodies.${height}`, body)];
    }),
  );
}

function summariesOf(value: Json | undefined): ReceiptFile['summaries'] {
  if (value === null) return undefined;
  const summaries = objectOf('summaries', value, ['tile', 'bodies']);
  const bodies = listOf('summaries.bodies', summaries.get('bodies'), SUMMARIES_MAX);
  return {
    tile: numberOf('summaries.tile', summaries.get('tile'), Math.floor(Number.MAX_SAFE_INTEGER / 256) - SUMMARIES_MAX),
    bodies: bodies.map((body, at) => bytesOf(`summaries.bodies[${at}]`, body)),
  };
}

function olderOf(field: string, value: Json): OlderCheckpoint {
  const older = objectOf(field, value, ['checkpoint', 'proof']);
  return { checkpoint: textOf(`${field}.checkpoint`, older.get('checkpoint')), proof: proofOf(`${field}.proof`, older.get('proof')) };
}

function vkeyOf(sha256: Sha256, field: string, value: Json | undefined): VerifierKey {
  const key = parseVerifierKey(sha256, textOf(field, value));
  if (key?.type !== 1) throw new FieldProblem(field, value, 'name+id+Base64 of an Ed25519 key, the id that of name and key');
  return key;
}

const FIELDS = ['receipt', 'vkeys', 'keys', 'checkpoint', 'deal', 'runs', 'bodies', 'summaries', 'older'];

function fileOf(sha256: Sha256, json: Json): ReceiptFile {
  const file = objectOf('', json, FIELDS);
  const vkeys = listOf('vkeys', file.get('vkeys'), 2);
  if (vkeys.length !== 2) throw new FieldProblem('vkeys', file.get('vkeys'), 'the keys of log and receipts');
  const keys = file.get('keys');
  return {
    vkeys: [vkeyOf(sha256, 'vkeys[0]', vkeys[0]), vkeyOf(sha256, 'vkeys[1]', vkeys[1])],
    keys: keys === null ? undefined : textOf('keys', keys),
    checkpoint: textOf('checkpoint', file.get('checkpoint')),
    deal: textOf('deal', file.get('deal')),
    runs: listOf('runs', file.get('runs'), RUNS_MAX).map((run, at) => runOf(`runs[${at}]`, run)),
    bodies: bodiesOf(file.get('bodies')),
    summaries: summariesOf(file.get('summaries')),
    older: listOf('older', file.get('older'), OLDER_MAX).map((one, at) => olderOf(`older[${at}]`, one)),
  };
}

/** Bytes of a text as UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** Reads a file. */
export function readReceipt(sha256: Sha256, text: string): ReceiptFile | Refusal {
  const bytes = text.length > RECEIPT_BYTES_MAX ? text.length : utf8Length(text);
  if (bytes > RECEIPT_BYTES_MAX) return { refused: 'too-large', problem: `file: got ${bytes} bytes, takes ${RECEIPT_BYTES_MAX}` };
  const json = readJson(text);
  if ('problem' in json) return { refused: 'not-json', problem: `file: ${json.problem}` };
  const version = json.value instanceof Map ? json.value.get('receipt') : undefined;
  if (typeof version === 'number' && version > VERSION)
    return { refused: 'newer-version', problem: `receipt: got ${version}, this verifier reads ${VERSION}` };
  try {
    if (version !== VERSION) throw new FieldProblem('receipt', version, String(VERSION));
    return fileOf(sha256, json.value);
  } catch (error) {
    if (error instanceof FieldProblem) return { refused: 'malformed', problem: error.message };
    throw error;
  }
}
