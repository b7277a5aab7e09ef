/**
 * Texts of numbers: one style in all languages, Latin digits, ',' between thousands, '.' before fractions (decision D0.24).
 * Amounts arrive as exact units and never become a float, with their currency they are `money.ts`; prices are floats whose shortest form is the exact decimal.
 */
import { formatDecimal, roundDecimal } from '#domain/decimal.ts';
import { grouped, UNKNOWN } from './price-digits.ts';

export { priceText, UNKNOWN } from './price-digits.ts';

/** Shown where there is no value: a cancelled order has come to nothing. */
export const NONE = '–';
/** Most fraction digits of any number (specification S1 section 9). */
const FRACTION_DIGITS_MAX = 10;
/** Typographic minus, as wide as a plus, so that signed columns stand in line. */
export const MINUS = '\u2212';

/** Any decimal (text or number) with grouping and at most ten fraction digits, zeros at the end trimmed; not a decimal: '--'. */
export function numberText(value: string | number): string {
  const text = typeof value === 'number' ? plainNumber(value) : value.trim();
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) return UNKNOWN;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const scaled = roundedDigits(`${whole}${fraction.padEnd(FRACTION_DIGITS_MAX + 1, '0')}`, fraction.length);
  const at = scaled.length - FRACTION_DIGITS_MAX;
  const kept = scaled.slice(at).replace(/0+$/, '');
  const digits = `${scaled.slice(0, at).replace(/^0+(?=\d)/, '')}${kept ? `.${kept}` : ''}`;
  return `${sign && /[1-9]/.test(digits) ? MINUS : ''}${grouped(digits)}`;
}

/** Rounds whole-and-fraction digits without a point to ten fraction digits, half away from zero. */
function roundedDigits(digits: string, fractionLength: number): string {
  const length = Math.max(fractionLength, FRACTION_DIGITS_MAX + 1);
  const cut = 10n ** BigInt(length - FRACTION_DIGITS_MAX);
  return ((BigInt(digits) + cut / 2n) / cut).toString().padStart(FRACTION_DIGITS_MAX + 1, '0');
}

/** A number without exponent, whatever its size. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(FRACTION_DIGITS_MAX) : text;
}

/** An exact decimal rounded and padded to so many digits: balances 2, profits of records 6 (decision D1.9.05). Example: 10.005 with 2 is '10.01'. */
export function amountText(value: bigint, digits: number): string {
  const rounded = roundDecimal(value, digits);
  const text = grouped(formatDecimal(rounded < 0n ? -rounded : rounded, digits));
  return rounded < 0n ? `${MINUS}${text}` : text;
}

/** As `amountText` with a plus in front of a gain; zero has no sign. */
export function signedAmountText(value: bigint, digits: number): string {
  const text = amountText(value, digits);
  return roundDecimal(value, digits) > 0n ? `+${text}` : text;
}

/** A percent with sign and two digits: 0.12 is '+0.12%'. */
export function percentText(percent: number): string {
  if (!Number.isFinite(percent)) return UNKNOWN;
  const size = Math.abs(percent).toFixed(2);
  const isZero = size === '0.00';
  return `${isZero ? '' : percent > 0 ? '+' : MINUS}${grouped(size)}%`;
}

/** Tone of a signed number, for `data-tone`; of money it is `amountTone`. */
export const toneOf = (value: number): '' | 'up' | 'down' => (value > 0 ? 'up' : value < 0 ? 'down' : '');

/** Tone of an amount as `amountText` writes it with so many digits: one that reads 0.00 has none. It is compared with 0 alone, as a number is. */
export const amountTone = (value: bigint, digits: number): '' | 'up' | 'down' => toneOf(roundDecimal(value, digits) as never);

/** An arrow beside a colour, for those who do not see the colour. */
export const arrowOf = (value: number | bigint): string => (value > 0 ? '▲' : value < 0 ? '▼' : '');
