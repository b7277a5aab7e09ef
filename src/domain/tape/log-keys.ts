/**
 * The note of keys: which key signs the deals of a log, said by the log's own key; and, where that key was replaced, said by the old and the
 * new one, so that a pin moves with it. Served as `/tape/keys`, carried in every receipt.
 */
import { wholeNumber } from './checkpoint.ts';
import { parseNote, parseVerifierKey, signedBy, type VerifierKey } from './signed-note.ts';
import type { TapeCrypto } from './tape-crypto.ts';

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

/** Blocks of 90 days, one a second: so long a key that was replaced goes on signing. */
const BOTH_SIGN_BLOCKS = 7_776_000;
/** The largest log that a key signs which the next one followed at a size. */
export const lastSizeOf = (since: number): number => since + BOTH_SIGN_BLOCKS;
/** A key of a log as it is known: of one that another followed, `sizeMax` is the largest log that it may have signed. */
export type Pinned = { readonly vkey: string; readonly sizeMax?: number | undefined };
export type PinnedKey = VerifierKey & { readonly sizeMax?: number | undefined };

/** `ours`: by a pinned key, or by the one that follows it; `first`: there is no pin; `changed`: by another, and nothing by the pinned one says so. */
type PinMatch = 'ours' | 'first' | 'changed';
/** `receipts`: whether the log's key says that the receipts key is the operator's. `pins`: the keys of the log that were known before. */
export type VouchedKeys = {
  readonly pinned: PinMatch;
  readonly receipts: 'vouched' | 'missing' | 'wrong';
  readonly pins: readonly PinnedKey[];
};

/**
 * What a note of keys, if there is one, says about the keys of log and receipts, and about the key that was pinned before. `known`: that one, then
 * those that it followed, each of which passed on to the next.
 */
export function vouchedKeys(
  crypto: TapeCrypto,
  [log, receipts]: readonly [VerifierKey, VerifierKey],
  keys: string | undefined,
  known: readonly Pinned[],
): VouchedKeys {
  const pins = known.flatMap(({ vkey, sizeMax }) => {
    const key = parseVerifierKey(crypto.sha256, vkey);
    return key ? [{ ...key, sizeMax }] : [];
  });
  const pinned = known.length === 0 ? 'first' : known.some(({ vkey }) => vkey === log.text) ? 'ours' : 'changed';
  if (keys === undefined) return { pinned, receipts: 'missing', pins };
  const note = parseNote(keys);
  const said = note && parseLogKeys(note.text);
  const isSaid = said?.origin === log.name && said.log === log.text && said.receipts === receipts.text;
  if (!note || !isSaid || signedBy(crypto, note, log) !== 'valid') return { pinned, receipts: 'wrong', pins };
  const pin = pins.find(({ text }) => text === known[0]?.vkey);
  const isPassedOn = pinned === 'changed' && pin?.name === log.name && signedBy(crypto, note, pin) === 'valid';
  return { pinned: isPassedOn ? 'ours' : pinned, receipts: 'vouched', pins };
}
