/**
 * Reads binary frames of quotes (`quote-row.ts`) into the columns of a batch: no object per row, nothing decoded twice. It promises never
 * to throw, never to believe a length before the bytes are there, and to give back only numbers that make sense. One frame at a time.
 */
import type { ProductCodes } from './product-codes.ts';
import { type QuoteBatch, UNKNOWN_PRODUCT } from './quote-batch.ts';
import {
  DECIMALS_MAX,
  ENVELOPE_BEGIN,
  ENVELOPE_BIN,
  FLAG_CONFIRM,
  LOW_BITS,
  QUOTE_HEAD,
  QUOTE_ROW,
  type SymbolEntry,
  TENS,
} from './quote-row.ts';
import type { DropReason } from './received.ts';
import { FRAME_ARRAY_MAX, FRAME_BYTES_MAX } from './socket.ts';
import { SECONDS_BELOW, TIME_MS_MAX } from './wire-value.ts';

const NOTHING = new DataView(new ArrayBuffer(0));
const U32 = 4_294_967_296;
const LOW_MASK = LOW_BITS - 1;
/** Of this module, since what another exports is looked up at every use. */
const AT = { ...QUOTE_ROW };
const CONFIRM = FLAG_CONFIRM;
const SCALE = [...TENS];
const ROW_BYTES = QUOTE_ROW.bytes;
const NOT_SAID = Number.NaN;

export class QuoteRows {
  /** Sequence of the frame that was opened last, and how many rows it has. */
  seq = Number.NaN;
  count = 0;
  readonly #codes: ProductCodes;
  #view = NOTHING;
  #rowsAt = 0;
  #timeMs = 0;
  #timeLow = 0;
  #n = 0;
  #nLow = 0;
  /** By position in the symbol table: code, steps in 1, and position of the product. */
  #symbols: readonly string[] = [];
  #steps: readonly number[] = [];
  #indexes = new Int32Array(0);
  #codesVersion = -1;

  /** `codes`: where products are, as the rows of a batch name them. */
  constructor(codes: ProductCodes) {
    this.#codes = codes;
  }

  /** The symbols that rows name by position; every connection brings its own. */
  setTable(table: readonly SymbolEntry[]): void {
    this.#symbols = table.map(([code]) => code);
    this.#steps = table.map(([, decimals]) => TENS[Math.min(DECIMALS_MAX, decimals)] as number);
    this.#indexes = new Int32Array(table.length);
    this.#codesVersion = -1;
  }

  /** Takes a binary frame: why it is dropped, or undefined when its rows can be read. */
  open(frame: ArrayBuffer): DropReason | undefined {
    this.count = 0;
    this.seq = Number.NaN;
    if (frame.byteLength > FRAME_BYTES_MAX) return 'too large';
    const view = new DataView(frame);
    const at = this.#envelope(view);
    if (at < 0) return 'bad envelope';
    const rows = (view.byteLength - at - QUOTE_HEAD.bytes) / QUOTE_ROW.bytes;
    if (!Number.isInteger(rows) || rows < 0) return 'bad content';
    if (rows > FRAME_ARRAY_MAX) return 'array too long';
    const timeMs = view.getFloat64(at + QUOTE_HEAD.timeMs, true);
    const n = view.getFloat64(at + QUOTE_HEAD.n, true);
    if (!(timeMs >= SECONDS_BELOW && timeMs + LOW_BITS <= TIME_MS_MAX && Number.isInteger(timeMs))) return 'bad content';
    if (!(n >= 0 && Number.isSafeInteger(n) && Number.isSafeInteger(n + LOW_BITS))) return 'bad content';
    this.#view = view;
    this.#rowsAt = at + QUOTE_HEAD.bytes;
    this.#timeMs = timeMs;
    this.#timeLow = timeMs % LOW_BITS;
    this.#n = n;
    this.#nLow = n % LOW_BITS;
    this.count = rows;
    return undefined;
  }

  /** Adds the rows of the frame to a batch; those that make no sense are left out. */
  read(batch: QuoteBatch): void {
    if (this.#codesVersion !== this.#codes.version) this.#locate();
    const end = this.#rowsAt + this.count * ROW_BYTES;
    const first = batch.count;
    for (let at = this.#rowsAt; at < end; at += ROW_BYTES) this.#row(at, batch);
    // The day's figures come another way; once for all rows costs less than five stores in each.
    for (const column of [batch.open, batch.high, batch.low, batch.change, batch.status]) column.fill(NOT_SAID, first, batch.count);
  }

  #row(at: number, batch: QuoteBatch): void {
    const view = this.#view;
    const symbol = view.getUint16(at + AT.symbol, true);
    const decimals = view.getUint8(at + AT.volumeDecimals);
    const close = view.getUint32(at + AT.close, true);
    const below = view.getUint16(at + AT.below, true);
    if (symbol >= this.#indexes.length || decimals >= SCALE.length || close <= below) return;
    const row = batch.next();
    if (row < 0) return;
    const steps = this.#steps[symbol] as number;
    batch.index[row] = this.#indexes[symbol] as number;
    batch.confirm[row] = view.getUint8(at + AT.flags) & CONFIRM;
    batch.close[row] = close / steps;
    batch.runHigh[row] = (close + view.getUint16(at + AT.above, true)) / steps;
    batch.runLow[row] = (close - below) / steps;
    batch.runVolume[row] = view.getUint32(at + AT.volume, true) / (SCALE[decimals] as number);
    batch.timeMs[row] = this.#timeMs + ((view.getUint16(at + AT.time, true) - this.#timeLow) & LOW_MASK);
    batch.n[row] = this.#n + ((view.getUint16(at + AT.n, true) - this.#nLow) & LOW_MASK);
  }

  /** Finds where the products of the table are now. */
  #locate(): void {
    this.#codesVersion = this.#codes.version;
    this.#symbols.forEach((code, position) => {
      this.#indexes[position] = code === '' ? UNKNOWN_PRODUCT : this.#codes.indexOf(code);
    });
  }

  /** Where `bin` begins, once it is known to end with the frame; -1 when this is no envelope of ours. */
  #envelope(view: DataView): number {
    const seqAt = ENVELOPE_BEGIN.length;
    if (!has(view, 0, ENVELOPE_BEGIN)) return -1;
    const seqBytes = bytesAfter(view, seqAt, 0xcc);
    const binAt = seqAt + 1 + seqBytes;
    if (seqBytes < 0 || !has(view, binAt, ENVELOPE_BIN)) return -1;
    const lengthAt = binAt + ENVELOPE_BIN.length;
    const lengthBytes = bytesAfter(view, lengthAt, 0xc4);
    const at = lengthAt + 1 + lengthBytes;
    if (lengthBytes < 1 || lengthBytes > 4 || at > view.byteLength) return -1;
    if (whole(view, lengthAt, lengthBytes) !== view.byteLength - at) return -1;
    this.seq = whole(view, seqAt, seqBytes);
    return Number.isSafeInteger(this.seq) ? at : -1;
  }
}

/** Bytes that follow a msgpack tag: 0 for a small whole number, 1, 2, 4 or 8 for `first` and the tags behind it; -1 for any other. */
function bytesAfter(view: DataView, at: number, first: number): number {
  if (at >= view.byteLength) return -1;
  const tag = view.getUint8(at);
  if (tag < 0x80) return 0;
  const bytes = tag >= first && tag < first + 4 ? 1 << (tag - first) : -1;
  return at + bytes < view.byteLength ? bytes : -1;
}

/** The whole number of so many bytes behind a tag, or in the tag itself. */
function whole(view: DataView, at: number, bytes: number): number {
  if (bytes === 0) return view.getUint8(at);
  if (bytes === 1) return view.getUint8(at + 1);
  if (bytes === 2) return view.getUint16(at + 1);
  if (bytes === 4) return view.getUint32(at + 1);
  return view.getUint32(at + 1) * U32 + view.getUint32(at + 5);
}

function has(view: DataView, at: number, bytes: Uint8Array): boolean {
  if (at + bytes.length > view.byteLength) return false;
  for (let offset = 0; offset < bytes.length; offset++) if (view.getUint8(at + offset) !== bytes[offset]) return false;
  return true;
}
