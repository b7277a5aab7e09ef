/**
 * A text frame as bytes, for readers that know what it should say: literals are compared eight bytes at a time and numbers are read
 * without making text of them. It takes ASCII only and gives the numbers of `Number(text)`, bit for bit, or declines; it never throws.
 * The bytes are scratch of this module, good until the next `loadFrame`: a constant that the compiler can see costs a fifth less.
 */

/** Longer frames are declined: they come once, with a snapshot. */
const TEXT_BYTES_MAX = 262_144;
/** Room behind the text: a comparison of a whole word may look past its end. */
const MARGIN_BYTES = 64;
const MINUS = 0x2d;
const ZERO = 0x30;
/** As a digit would be read. */
const DOT = 0x2e - ZERO;
/** Digits that fit an int32, and digits that a double holds exactly: quotients of such numbers and powers of ten are rounded once. */
const INT_DIGITS = 9;
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));
const encoder = new TextEncoder();

/** The frame, a zero byte behind it. */
export const BYTES = new Uint8Array(TEXT_BYTES_MAX + MARGIN_BYTES);
export const VIEW = new DataView(BYTES.buffer);

/** Takes a text; false when it is too long or not ASCII. */
export function loadFrame(text: string): boolean {
  const { length } = text;
  if (length > TEXT_BYTES_MAX || encoder.encodeInto(text, BYTES).written !== length) return false;
  BYTES[length] = 0;
  return true;
}

/** ASCII text of at least eight characters, as doubles: one at every eighth byte, and one that ends where the text ends. */
type Literal = { readonly length: number; readonly words: Float64Array };

export function literalOf(text: string): Literal {
  const view = new DataView(new TextEncoder().encode(text).buffer as ArrayBuffer);
  const words = Float64Array.from({ length: Math.ceil(text.length / 8) }, (_, word) =>
    view.getFloat64(Math.min(word * 8, text.length - 8), true),
  );
  return { length: text.length, words };
}

/** Whether a literal is at a position. Of ASCII bytes no double is NaN and no two are equal. */
export function isLiteralAt(at: number, { length, words }: Literal): boolean {
  const last = words.length - 1;
  for (let word = 0; word < last; word++) if (VIEW.getFloat64(at + word * 8, true) !== words[word]) return false;
  return VIEW.getFloat64(at + length - 8, true) === words[last];
}

const digitAt = (at: number): number => ((BYTES[at] as number) - ZERO) | 0;

/** Reads the JSON number without exponent at a position into `values[slot]`. Gives the position behind it, or -1 when there is none. */
export function readNumber(start: number, values: Float64Array, slot: number): number {
  const isNegative = BYTES[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  let at = first;
  let end = first + INT_DIGITS;
  let head = 0;
  let digit = digitAt(at);
  for (; digit >>> 0 <= 9 && at < end; digit = digitAt(++at)) head = (Math.imul(head, 10) + digit) | 0;
  if (at === first || (BYTES[first] === ZERO && at > first + 1)) return -1;
  let value = head;
  let dotAt = 0;
  if (digit === DOT) {
    dotAt = at;
    end++;
    digit = digitAt(++at);
    for (; digit >>> 0 <= 9 && at < end; digit = digitAt(++at)) head = (Math.imul(head, 10) + digit) | 0;
    if (at === dotAt + 1 && digit >>> 0 > 9) return -1;
    value = head / (POWERS_OF_TEN[at - dotAt - 1] as number);
  }
  if (digit >>> 0 <= 9) return readMany(start, at, dotAt, head, values, slot);
  values[slot] = isNegative ? -value : value;
  return at;
}

/** The rest of a number of ten digits and more: `head` holds the first nine, the tenth is at `from`. */
function readMany(start: number, from: number, dot: number, head: number, values: Float64Array, slot: number): number {
  let at = from;
  let dotAt = dot;
  let more = 0;
  let tail = 0;
  for (let digit = digitAt(at); ; digit = digitAt(++at)) {
    if (digit >>> 0 <= 9) {
      tail = (Math.imul(tail, 10) + digit) | 0;
      more++;
    } else if (digit === DOT && dotAt === 0) dotAt = at;
    else break;
  }
  if (dotAt === at - 1) return -1;
  if (more > EXACT_DIGITS - INT_DIGITS) {
    // More digits than a double holds exactly: the platform rounds.
    values[slot] = Number(String.fromCharCode(...BYTES.subarray(start, at)));
    return at;
  }
  const whole = head * (POWERS_OF_TEN[more] as number) + tail;
  const value = dotAt > 0 ? whole / (POWERS_OF_TEN[at - dotAt - 1] as number) : whole;
  values[slot] = BYTES[start] === MINUS ? -value : value;
  return at;
}
