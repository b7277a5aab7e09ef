/**
 * Signed notes as C2SP has them (c2sp.org/signed-note): a text, an empty line, and lines with a name and a signature. Keys are texts:
 * `name+id+Base64` to verify, `PRIVATE+KEY+name+id+Base64` to sign (the form of Go's sumdb/note). A key's id is made anew from its name
 * and bytes wherever it is read. Type 1 signs the text by Ed25519; type 4 is a witness's, over a time and the text (c2sp.org/tlog-cosignature).
 */
import type { Sha256, Sign, TapeCrypto } from './tape-crypto.ts';
import { concatBytes, fromBase64, sameBytes, toBase64, toHex, utf8 } from './text-bytes.ts';

const ED25519 = 1;
const COSIGNATURE = 4;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** More lines than any note of a log and its witnesses has. */
const SIGNATURES_MAX = 100;
/** Characters that a note has at most, as Unicode counts them. */
const NOTE_LENGTH_MAX = 300_000;

/** A key that verifies. `type` says what is signed: 1 the text, 4 a time and the text. `text` is the key as it was written. */
export type VerifierKey = {
  readonly name: string;
  readonly id: Uint8Array;
  readonly type: number;
  readonly publicKey: Uint8Array;
  readonly text: string;
};
/** A key that signs texts: a seed of 32 bytes. */
export type SignerKey = { readonly name: string; readonly id: Uint8Array; readonly seed: Uint8Array };
type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array };
/** `text` ends in a line feed, as it was signed. */
type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };
/** What a note says about one key: `invalid` when any line under its name and id does not verify, `absent` when there is no such line. */
type Signed = 'valid' | 'invalid' | 'absent';

/** Names of keys: no white space of Unicode, no plus. */
const NAME = /^[^\p{White_Space}+]+$/u;
/** Below U+0020, a line feed left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the form forbids.
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;
const HALF_PAIR = /[\ud800-\udfff]/u;

/** The first 4 bytes of SHA-256(name ‖ line feed ‖ type ‖ public key). */
function keyId(sha256: Sha256, name: string, typed: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8(`${name}\n`), typed)).slice(0, ID_BYTES);
}

/** The text of a key that verifies signatures over texts (type 1). */
export function verifierKeyText(sha256: Sha256, name: string, publicKey: Uint8Array): string {
  const typed = concatBytes(Uint8Array.of(ED25519), publicKey);
  return `${name}+${toHex(keyId(sha256, name, typed))}+${toBase64(typed)}`;
}

/** The text of a key that signs, from its seed and public key. */
export function signerKeyText(sha256: Sha256, name: string, seed: Uint8Array, publicKey: Uint8Array): string {
  const id = keyId(sha256, name, concatBytes(Uint8Array.of(ED25519), publicKey));
  return `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(concatBytes(Uint8Array.of(ED25519), seed))}`;
}

/** `name`, id in hexadecimal, and the bytes behind it; `undefined` when the text has another form. */
function keyParts(text: string): { name: string; id: string; typed: Uint8Array } | undefined {
  const [, name, id, base64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/su.exec(text) ?? [];
  if (name === undefined || id === undefined || base64 === undefined || !isName(name)) return undefined;
  const typed = fromBase64(base64);
  return typed?.length === 1 + KEY_BYTES ? { name, id, typed } : undefined;
}

const isName = (name: string): boolean => NAME.test(name) && !CONTROL.test(name) && !HALF_PAIR.test(name);

/** Reads a key that verifies; `undefined` when it is none, of another type, or its id is not that of its bytes. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | undefined {
  const parts = keyParts(text);
  if (!parts) return undefined;
  const type = parts.typed[0] as number;
  const id = keyId(sha256, parts.name, parts.typed);
  if ((type !== ED25519 && type !== COSIGNATURE) || toHex(id) !== parts.id) return undefined;
  return { name: parts.name, id, type, publicKey: parts.typed.slice(1), text };
}

/** Reads a key that signs; `undefined` when it is none, or its id is not that of the public key that `publicKeyOf` makes of its seed. */
export function parseSignerKey(sha256: Sha256, text: string, publicKeyOf: (seed: Uint8Array) => Uint8Array): SignerKey | undefined {
  const start = 'PRIVATE+KEY+';
  const parts = text.startsWith(start) ? keyParts(text.slice(start.length)) : undefined;
  if (parts?.typed[0] !== ED25519) return undefined;
  const seed = parts.typed.slice(1);
  const id = keyId(sha256, parts.name, concatBytes(Uint8Array.of(ED25519), publicKeyOf(seed)));
  return toHex(id) === parts.id ? { name: parts.name, id, seed } : undefined;
}

/** Reads a note; `undefined` when it is none: control characters, no empty line, no signatures, a line that is not one. */
export function parseNote(note: string): SignedNote | undefined {
  if (isTooLong(note) || CONTROL.test(note) || HALF_PAIR.test(note) || !note.endsWith('\n')) return undefined;
  const split = note.lastIndexOf('\n\n');
  if (split < 0) return undefined;
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return undefined;
  const signatures = lines.map(parseSignature);
  const whole = signatures.filter((one) => one !== undefined);
  return whole.length === lines.length ? { text: note.slice(0, split + 1), signatures: whole } : undefined;
}

/** A character beyond U+FFFF is two units of a text. */
const isTooLong = (note: string): boolean =>
  note.length > NOTE_LENGTH_MAX && (note.length > 2 * NOTE_LENGTH_MAX || [...note].length > NOTE_LENGTH_MAX);

function parseSignature(line: string): NoteSignature | undefined {
  const [, name, base64] = /^— ([^ ]+) ([^ ]+)$/su.exec(line) ?? [];
  const bytes = base64 === undefined ? undefined : fromBase64(base64);
  if (name === undefined || !isName(name) || !bytes || bytes.length <= ID_BYTES) return undefined;
  return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) };
}

/** A note as text: what was signed, an empty line, a line for each signature. */
export function noteText({ text, signatures }: SignedNote): string {
  const lines = signatures.map(({ name, id, signature }) => `— ${name} ${toBase64(concatBytes(id, signature))}\n`);
  return `${text}\n${lines.join('')}`;
}

/** Signs a text, which ends in a line feed, by each key. Throws a `RangeError` when the text could not be read back. */
export function signNote(sign: Sign, text: string, signers: readonly SignerKey[]): string {
  const message = utf8(text);
  const note = noteText({ text, signatures: signers.map(({ name, id, seed }) => ({ name, id, signature: sign(message, seed) })) });
  if (parseNote(note)?.text !== text) throw new RangeError('a text that no note can hold');
  return note;
}

/** What a note says about a key. Lines of other keys are passed over. */
export function signedBy(crypto: TapeCrypto, note: SignedNote, key: VerifierKey): Signed {
  const own = note.signatures.filter(({ name, id }) => name === key.name && sameBytes(id, key.id)).map(({ signature }) => signature);
  if (own.length === 0) return 'absent';
  // Anybody can copy a good line a hundred times: a copy costs nothing and says nothing more.
  const others = own.filter((one, at) => own.findIndex((other) => sameBytes(one, other)) === at);
  return others.every((signature) => isBy(crypto, note.text, signature, key)) ? 'valid' : 'invalid';
}

function isBy(crypto: TapeCrypto, text: string, signature: Uint8Array, key: VerifierKey): boolean {
  if (key.type === ED25519) return signature.length === SIGNATURE_BYTES && crypto.verify(signature, utf8(text), key.publicKey);
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
  const time = signature.slice(0, TIME_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return crypto.verify(signature.slice(TIME_BYTES), utf8(`cosignature/v1\ntime ${time}\n${text}`), key.publicKey);
}
