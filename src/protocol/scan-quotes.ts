/**
 * Reads the frames of DAY_MARKET that a back end sends all day straight into a batch: a base message, an array of them, an ext batch.
 * It knows how such a frame is written, to the byte; whatever is written otherwise (white space, escapes, exponents, text where a number
 * should be, unknown or doubled keys) it declines as a whole, and `parseSocket` reads it instead. What it takes, it takes exactly as
 * `parseSocket` would, whatever the order of the keys. Per tick it makes no text, no object and no closure.
 */
import { BYTES, isLiteralAt, literalOf, loadFrame, readNumber } from './frame-bytes.ts';
import type { ProductCodes } from './product-codes.ts';
import type { QuoteBatch } from './quote-batch.ts';
import { isKeyAt, KEY, KEY_LENGTH, KEYS } from './quote-keys.ts';
import { idOf, orElse, SYMBOL_LENGTH_MAX, timeMsOf } from './wire-value.ts';

/** Keys that the specification's own quotation has not. */
const EXT_KEYS = [KEY.status, KEY.hi, KEY.lo, KEY.v, KEY.n, KEY.c].reduce((bits, key) => bits | (1 << key), 0);
const SEQ_SLOT = KEYS;
/** Stands before the first key of a quotation. */
const START = KEYS;

const BASE_HEAD = literalOf('{"type":"DAY_MARKET","symbol":"');
const BASE_QUOTATION = literalOf('","quotation":{');
const EXT_HEAD = literalOf('{"type":"DAY_MARKET","seq":');
const EXT_DATA = literalOf(',"data":[');
const EXT_ROW = literalOf('{"symbol":"');
/** Where the type begins in a message, and its first letter: no other type begins with it. */
const TYPE_AT = '{"type":"'.length;
const TYPE_LETTER = 0x44;

const QUOTE = 0x22;
const COMMA = 0x2c;
const ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const ARRAY_END = 0x5d;
const OBJECT_END = 0x7d;
const SPACE = 0x20;

export class QuoteScanner {
  /** Sequence of the ext batch that was read last; NaN in base. */
  seq = Number.NaN;
  readonly #codes: ProductCodes;
  /** The row that is being read: its numbers by slot, and a bit for each that was there. */
  readonly #values = new Float64Array(KEYS + 1);
  #seen = 0;
  /** Which key followed each key when it was last met: tried first. */
  readonly #after = new Uint8Array(KEYS + 1);
  #index = 0;

  /** `codes`: where the products of the trade list are. */
  constructor(codes: ProductCodes) {
    this.#codes = codes;
  }

  /** Reads a frame into a batch, from its first row on. False: it is none of ours, or out of the ordinary, and the batch holds nothing. */
  scan(text: string, batch: QuoteBatch): boolean {
    batch.clear();
    this.seq = Number.NaN;
    const isList = text.charCodeAt(0) === ARRAY;
    if (text.charCodeAt(isList ? TYPE_AT + 1 : TYPE_AT) !== TYPE_LETTER || !loadFrame(text)) return false;
    const end = isList ? this.#baseList(batch) : this.#message(batch);
    if (end === text.length) return true;
    batch.clear();
    return false;
  }

  /** All readers below give the position behind what they read, or -1. */
  #message(batch: QuoteBatch): number {
    return isLiteralAt(0, EXT_HEAD) ? this.#ext(batch) : this.#base(0, batch);
  }

  #baseList(batch: QuoteBatch): number {
    let at = 1;
    for (;;) {
      at = this.#base(at, batch);
      if (at < 0) return -1;
      if (BYTES[at] === ARRAY_END) return at + 1;
      if (BYTES[at++] !== COMMA) return -1;
    }
  }

  #base(start: number, batch: QuoteBatch): number {
    if (!isLiteralAt(start, BASE_HEAD)) return -1;
    const symbolEnd = this.#symbol(start + BASE_HEAD.length);
    if (symbolEnd < 0 || !isLiteralAt(symbolEnd, BASE_QUOTATION)) return -1;
    const at = this.#row(symbolEnd + BASE_QUOTATION.length, batch);
    return at >= 0 && BYTES[at] === OBJECT_END ? at + 1 : -1;
  }

  #ext(batch: QuoteBatch): number {
    let at = readNumber(EXT_HEAD.length, this.#values, SEQ_SLOT);
    if (at < 0 || !isLiteralAt(at, EXT_DATA)) return -1;
    this.seq = idOf(this.#values[SEQ_SLOT] as number);
    at += EXT_DATA.length;
    for (;;) {
      if (!isLiteralAt(at, EXT_ROW)) return -1;
      at = this.#symbol(at + EXT_ROW.length);
      if (at < 0 || BYTES[at + 1] !== COMMA) return -1;
      at = this.#row(at + 2, batch);
      if (at < 0) return -1;
      if (BYTES[at] === ARRAY_END) return BYTES[at + 1] === OBJECT_END ? at + 2 : -1;
      if (BYTES[at++] !== COMMA) return -1;
    }
  }

  /** Finds the product whose code begins here; the position is that of the quotation mark behind it. */
  #symbol(start: number): number {
    let at = start;
    for (let byte = BYTES[at] as number; byte !== QUOTE; byte = BYTES[++at] as number)
      if (byte < SPACE || byte === BACKSLASH || at - start === SYMBOL_LENGTH_MAX) return -1;
    this.#index = this.#codes.find(BYTES, start, at);
    return at === start ? -1 : at;
  }

  /** The numbers of a quotation, from its first key to the end of its object, as a row of the batch. */
  #row(start: number, batch: QuoteBatch): number {
    let at = start;
    let key = START;
    this.#seen = 0;
    for (;;) {
      key = this.#keyAt(at, key);
      if (key < 0 || this.#seen & (1 << key)) return -1;
      this.#seen |= 1 << key;
      at = readNumber(at + (KEY_LENGTH[key] as number), this.#values, key);
      if (at < 0) return -1;
      const byte = BYTES[at++];
      if (byte === OBJECT_END) return this.#put(batch) ? at : -1;
      if (byte !== COMMA) return -1;
    }
  }

  #keyAt(at: number, before: number): number {
    const likely = this.#after[before] as number;
    if (isKeyAt(at, likely)) return likely;
    for (let key = 0; key < KEYS; key++) {
      if (!isKeyAt(at, key)) continue;
      this.#after[before] = key;
      return key;
    }
    return -1;
  }

  /** The row in the batch's own terms, by the rules of `parseSocket`; a row without a price is out of the ordinary. */
  #put(batch: QuoteBatch): boolean {
    const values = this.#values;
    const seen = this.#seen;
    const close = price(values, seen, KEY.close);
    if (Number.isNaN(close)) return false;
    const row = batch.next();
    if (row < 0) return false;
    batch.index[row] = this.#index;
    batch.close[row] = close;
    batch.timeMs[row] = timeMsOf(said(values, seen, seen & (1 << KEY.t) ? KEY.t : KEY.time));
    batch.open[row] = price(values, seen, KEY.open);
    batch.high[row] = price(values, seen, KEY.high);
    batch.low[row] = price(values, seen, KEY.low);
    batch.change[row] = said(values, seen, KEY.change);
    const isExt = (seen & EXT_KEYS) !== 0;
    batch.n[row] = isExt ? idOf(said(values, seen, KEY.n)) : Number.NaN;
    batch.confirm[row] = isExt && said(values, seen, KEY.c) === 1 ? 1 : 0;
    batch.runHigh[row] = isExt ? Math.max(orElse(price(values, seen, KEY.hi), close), close) : close;
    batch.runLow[row] = isExt ? Math.min(orElse(price(values, seen, KEY.lo), close), close) : close;
    batch.runVolume[row] = isExt ? Math.max(orElse(said(values, seen, KEY.v), 0), 0) : 0;
    batch.status[row] = isExt ? idOf(said(values, seen, KEY.status)) : Number.NaN;
    return true;
  }
}

/** The number of a key that was there, NaN otherwise. */
const said = (values: Float64Array, seen: number, key: number): number => (seen & (1 << key) ? (values[key] as number) : Number.NaN);

function price(values: Float64Array, seen: number, key: number): number {
  const value = said(values, seen, key);
  return value > 0 ? value : Number.NaN;
}
