/** The keys of a quotation as they are in a frame, `"key":`, each compared in three words of four bytes that may overlap. */
import { VIEW } from './frame-bytes.ts';

/** What a quotation may hold, and the number that each key goes by; the last four are of no use to us, but back ends send them. */
export const KEY = {
  open: 0,
  close: 1,
  high: 2,
  low: 3,
  change: 4,
  time: 5,
  status: 6,
  hi: 7,
  lo: 8,
  v: 9,
  n: 10,
  t: 11,
  c: 12,
  opens_at: 13,
  volume: 14,
  bid: 15,
  ask: 16,
} as const;
const TEXTS = Object.keys(KEY).map((key) => `"${key}":`);
export const KEYS = TEXTS.length;

/** Characters of each key, its marks included: 4 to 11. */
export const KEY_LENGTH = Uint8Array.from(TEXTS, (text) => text.length);
/** Where the second word of a key begins, and the words. */
const SECOND_AT = Uint8Array.from(TEXTS, (text) => Math.min(4, text.length - 4));
const FIRST = wordsAt(() => 0);
const SECOND = wordsAt((key) => SECOND_AT[key] as number);
const THIRD = wordsAt((key) => (KEY_LENGTH[key] as number) - 4);

function wordsAt(offset: (key: number) => number): Int32Array {
  return Int32Array.from(TEXTS, (text, key) =>
    new DataView(new TextEncoder().encode(text).buffer as ArrayBuffer).getInt32(offset(key), true),
  );
}

/** Whether a key is at a position of the frame. */
export const isKeyAt = (at: number, key: number): boolean =>
  VIEW.getInt32(at, true) === FIRST[key] &&
  VIEW.getInt32(at + (KEY_LENGTH[key] as number) - 4, true) === THIRD[key] &&
  VIEW.getInt32(at + (SECOND_AT[key] as number), true) === SECOND[key];
