/** Puts quotes into the binary form of the msgpack profile: a row once, however many sockets get it, and a batch around what one gets. */
import { Packr } from 'msgpackr';
import { DECIMALS_MAX, FLAG_CONFIRM, LOW_BITS, QUOTE_HEAD, QUOTE_ROW, TENS } from '#protocol/quote-row.ts';
import { type QuoteBatchRow, TOPIC } from '#protocol/socket.ts';

const U16_MAX = 65_535;
const U32_MAX = 4_294_967_295;
/** Records are kept per stream, so a batch could not be put into words once, and reading them wants `eval`. */
const packr = new Packr({ useRecords: false, variableMapSize: true });

/** A row with the two values of which its bytes hold the low bits. */
export type PackedRow = { readonly timeMs: number; readonly n: number; readonly bytes: Uint8Array };

/** The 20 bytes of a row, or undefined when a number does not fit its field exactly. `decimals` is of the product's price. */
export function packRow(row: QuoteBatchRow, symbol: number, decimals: number): Uint8Array | undefined {
  const steps = TENS[decimals];
  if (steps === undefined || symbol > U16_MAX || !Number.isSafeInteger(row.n) || !Number.isSafeInteger(row.t)) return undefined;
  const [close, high, low] = [row.close, row.hi, row.lo].map((price) => wholeOf(price, steps)) as [number, number, number];
  const above = high - close;
  const below = close - low;
  const volumeDecimals = decimalsOf(row.v);
  const isFitting = close <= U32_MAX && low > 0 && above >= 0 && above <= U16_MAX && below >= 0 && below <= U16_MAX;
  if (!isFitting || volumeDecimals === undefined) return undefined;
  const bytes = new Uint8Array(QUOTE_ROW.bytes);
  const view = new DataView(bytes.buffer);
  view.setUint16(QUOTE_ROW.symbol, symbol, true);
  view.setUint8(QUOTE_ROW.flags, row.c === 1 ? FLAG_CONFIRM : 0);
  view.setUint8(QUOTE_ROW.volumeDecimals, volumeDecimals);
  view.setUint32(QUOTE_ROW.close, close, true);
  view.setUint16(QUOTE_ROW.above, above, true);
  view.setUint16(QUOTE_ROW.below, below, true);
  view.setUint32(QUOTE_ROW.volume, wholeOf(row.v, TENS[volumeDecimals] as number), true);
  view.setUint16(QUOTE_ROW.time, row.t % LOW_BITS, true);
  view.setUint16(QUOTE_ROW.n, row.n % LOW_BITS, true);
  return bytes;
}

/** One frame of rows, which span less than `LOW_BITS` of time and of n. */
export function packBatch(seq: number, rows: readonly PackedRow[]): Uint8Array {
  const bin = Buffer.allocUnsafe(QUOTE_HEAD.bytes + rows.length * QUOTE_ROW.bytes);
  let timeMs = Number.POSITIVE_INFINITY;
  let n = Number.POSITIVE_INFINITY;
  let at: number = QUOTE_HEAD.bytes;
  for (const row of rows) {
    if (row.timeMs < timeMs) timeMs = row.timeMs;
    if (row.n < n) n = row.n;
    bin.set(row.bytes, at);
    at += QUOTE_ROW.bytes;
  }
  bin.writeDoubleLE(timeMs, QUOTE_HEAD.timeMs);
  bin.writeDoubleLE(n, QUOTE_HEAD.n);
  return packr.pack({ type: TOPIC.quotes, seq, bin });
}

/** A number in steps; NaN when it is not a whole number of them. */
function wholeOf(value: number, steps: number): number {
  const whole = Math.round(value * steps);
  return whole / steps === value ? whole : Number.NaN;
}

/** Fewest decimals that tell a volume exactly within its field. */
function decimalsOf(volume: number): number | undefined {
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals++) {
    const whole = wholeOf(volume, TENS[decimals] as number);
    if (whole >= 0 && whole <= U32_MAX) return decimals;
  }
  return undefined;
}
