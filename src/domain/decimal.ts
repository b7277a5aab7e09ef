/**
 * Fixed-point decimals: a `bigint` counts units of 10^-8. Arithmetic is exact; a result is rounded once, half away from zero
 * (as PostgreSQL's numeric and big.js round), and a value that does not fit 64 bits is an error, never a wrap.
 * This file never sees a float except in `decimalFromNumber`, where a wire price arrives as a JSON number.
 */

declare const kind: unique symbol;
/** An amount of the site's currency, in 10^-8 units. */
export type Money = bigint & { readonly [kind]?: 'Money' };
/** A price, in 10^-8 units of the quote currency. */
export type Price = bigint & { readonly [kind]?: 'Price' };
/** A quantity in lots, in 10^-8 units. */
export type Lots = bigint & { readonly [kind]?: 'Lots' };
/** A plain factor (rate, ratio, percent, contract number), in 10^-8 units. */
export type Ratio = bigint & { readonly [kind]?: 'Ratio' };

/** Number of fraction digits that are stored. */
const DECIMAL_DIGITS = 8;
/** One, in stored units. */
export const ONE = 100_000_000n;
const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;

/** The wire form: at most ten digits before the point and eight after it, no exponent, no plus sign (security S28). */
const WIRE_DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,8}))?$/;
/** What the server itself may send: sums and overflowing limits can have more digits before the point. */
const LONG_DECIMAL = /^(-?)(\d{1,11})(?:\.(\d{1,8}))?$/;

/** Thrown when a result does not fit 64 bits of 10^-8 units. Callers at the edge turn it into error 1001. */
export class DecimalRangeError extends RangeError {
  override name = 'DecimalRangeError';
}

/** Returns the value itself when it fits 64 bits; throws `DecimalRangeError` otherwise. */
export function checkRange<T extends bigint>(value: T): T {
  if (value > INT64_MAX || value < INT64_MIN) throw new DecimalRangeError(`out of 64-bit range: ${value}`);
  return value;
}

function fromMatch(match: RegExpExecArray): bigint {
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMAL_DIGITS, '0') || '0');
  return sign === '-' ? -units : units;
}

/** Reads a decimal as a person or a client sends it. `undefined` when the text is not one (exponent, NaN, blanks, too many digits). */
export function parseDecimal<T extends bigint = bigint>(text: string): T | undefined {
  const match = WIRE_DECIMAL.exec(text);
  return match ? (fromMatch(match) as T) : undefined;
}

/** Reads a decimal that our own server or seed wrote; throws on anything else, because then something is broken. */
export function decimal<T extends bigint = bigint>(text: string): T {
  const match = LONG_DECIMAL.exec(text);
  if (!match) throw new TypeError(`not a decimal: ${text}`);
  return checkRange(fromMatch(match) as T);
}

/**
 * The decimal that a JSON number stands for: its shortest decimal form, rounded to 8 digits. A price sent as the number
 * 1.08342 therefore becomes exactly 1.08342, whatever binary float lies between. `undefined` for NaN, infinities and values out of range.
 */
export function decimalFromNumber<T extends bigint = bigint>(value: number): T | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= 9e10) return undefined;
  const shortest = String(value);
  const match = LONG_DECIMAL.exec(shortest);
  if (match) return fromMatch(match) as T;
  return decimal<T>(value.toFixed(DECIMAL_DIGITS).replace(/^-(0\.0+)$/, '$1'));
}

/** Reads either wire form (decimal string or JSON number); `undefined` when it is neither. */
export function decimalFromWire<T extends bigint = bigint>(value: unknown): T | undefined {
  if (typeof value === 'number') return decimalFromNumber<T>(value);
  if (typeof value !== 'string') return undefined;
  const match = LONG_DECIMAL.exec(value);
  return match ? (fromMatch(match) as T) : undefined;
}

/** Text of a value with trailing zeros trimmed, but at least `digitsMin` fraction digits: 108.34500000 -> '108.345'. */
export function formatDecimal(value: bigint, digitsMin = 0): string {
  const negative = value < 0n;
  const units = negative ? -value : value;
  const whole = units / ONE;
  let fraction = (units % ONE).toString().padStart(DECIMAL_DIGITS, '0');
  let end = DECIMAL_DIGITS;
  while (end > digitsMin && fraction[end - 1] === '0') end--;
  fraction = fraction.slice(0, end).padEnd(digitsMin, '0');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Nearest double of a value; for drawing and for wire prices only, never for money. */
export function toNumber(value: bigint): number {
  return Number(formatDecimal(value));
}

/** numerator / denominator rounded to an integer, half away from zero. Throws on a zero denominator. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = (n * 2n + d) / (d * 2n);
  return negative ? -quotient : quotient;
}

/** The smallest step of so many fraction digits, 0 to 8: 0.00001 for 5. Throws a `RangeError` for any other number. */
export function unitOfDigits(digits: number): bigint {
  if (!Number.isInteger(digits) || digits < 0 || digits > DECIMAL_DIGITS) throw new RangeError(`fraction digits: ${digits}`);
  return 10n ** BigInt(DECIMAL_DIGITS - digits);
}

/** Rounds a value to so many fraction digits, half away from zero. */
export function roundDecimal<T extends bigint>(value: T, digits: number): T {
  const unit = unitOfDigits(digits);
  return (divideRounded(value, unit) * unit) as T;
}

/**
 * numerator / denominator as a decimal rounded once to `digits`, where both are products of stored values: `scale` says how many
 * factors of 10^8 the numerator has in excess of the denominator. Throws `DecimalRangeError` when it does not fit.
 */
export function quotient<T extends bigint>(numerator: bigint, denominator: bigint, scale: number, digits: number): T {
  const unit = unitOfDigits(digits);
  const excess = scale - 1;
  const top = excess < 0 ? numerator * ONE ** BigInt(-excess) : numerator;
  const bottom = (excess > 0 ? denominator * ONE ** BigInt(excess) : denominator) * unit;
  return checkRange((divideRounded(top, bottom) * unit) as T);
}

/** Smallest of two. */
export const minDecimal = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
/** Largest of two. */
export const maxDecimal = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);
