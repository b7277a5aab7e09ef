/**
 * The note of keys: which key signs the deals of a log, said by the log's own key; and, where that key was replaced, said by the old and the
 * new one, so that a pin moves with it. Served as `/tape/keys`, carried in every receipt.
 */
import { wholeNumber } from './checkpoint.ts';
import { parseNote, parseVerifierKey, signedBy, type VerifierKey } from './signed-note.ts';
import type { Sha256, TapeCrypto } from './tape-crypto.ts';

const HEAD = 'outcry-keys/v1';

/** `log` and `receipts` are keys as texts; `since` the size of the log from which on they sign. */
type LogKeys = { readonly origin: string; readonly log: string; readonly receipts: string; readonly since: number };

/** Name of the key that signs the deals of a log. */
export const receiptsName = (origin: string): string => `${origin}/receipts`;

export const logKeysText = ({ origin, log, receipts, since }: LogKeys): string =>
  `${HEAD}\n${origin}\nlog ${log}\nreceipts ${receipts}\nsince ${since}\n`;

/** Reads the text of a note of keys; `undefined` for any text but the one that `logKeysText` writes. */
export function parseLogKeys(text: string): LogKeys | undefined {
  const [, origin, log, receipts, size] = /^outcry-keys\/v1\n([^\n]+)\nlog ([^\n]+)\nreceipts ([^\n]+)\nsince (\d+)\n$/.exec(text) ?? [];
  const since = wholeNumber(size ?? '');
  if (origin === undefined || log === undefined || receipts === undefined || since === undefined) return undefined;
  return { origin, log, receipts, since };
}

/** `ours`: by the pinned key, or by the one that follows it; `first`: there is no pin; `changed`: by another, and nothing by the pinned one says so. */
type Pinned = 'ours' | 'first' | 'changed';
/** `receipts`: whether the log's key says that the receipts key is the operator's. */
export type VouchedKeys = {
  readonly pinned: Pinned;
  readonly receipts: 'vouched' | 'missing' | 'wrong';
  readonly pin: VerifierKey | undefined;
};

/** What a note of keys, if there is one, says about the keys of log and receipts, and about the key that was pinned before. */
export function vouchedKeys(
  crypto: TapeCrypto,
  [log, receipts]: readonly [VerifierKey, VerifierKey],
  keys: string | undefined,
  pinText: string | undefined,
): VouchedKeys {
  const pin = pinText === undefined ? undefined : pinOf(crypto.sha256, pinText);
  const isPinned = pinText === undefined ? undefined : pinText === log.text;
  const pinned = isPinned === undefined ? 'first' : isPinned ? 'ours' : 'changed';
  if (keys === undefined) return { pinned, receipts: 'missing', pin };
  const note = parseNote(keys);
  const said = note && parseLogKeys(note.text);
  const isSaid = said?.origin === log.name && said.log === log.text && said.receipts === receipts.text;
  if (!note || !isSaid || signedBy(crypto, note, log) !== 'valid') return { pinned, receipts: 'wrong', pin };
  const isPassedOn = pinned === 'changed' && pin?.name === log.name && signedBy(crypto, note, pin) === 'valid';
  return { pinned: isPassedOn ? 'ours' : pinned, receipts: 'vouched', pin };
}

const pinOf = (sha256: Sha256, text: string): VerifierKey | undefined => parseVerifierKey(sha256, text);
