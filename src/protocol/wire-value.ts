/** Single values as they come over the socket: numbers or decimal strings, seconds or milliseconds. Pure; never throws. */
export type WireObject = Readonly<Record<string, unknown>>;

const DECIMAL_TEXT = /^-?\d{1,15}(\.\d{1,12})?$/;
const ID_TEXT = /^\d{1,15}$/;
/** A product's code is at most so long. */
export const SYMBOL_LENGTH_MAX = 32;
/** A time below this is in seconds (decision D1.3.02): 10^12 ms is the year 2001. */
export const SECONDS_BELOW = 1e12;
export const TIME_MS_MAX = 8.64e15;

export const isObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A finite number from either wire form; NaN when it is neither. */
export function asNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN;
  return typeof value === 'string' && DECIMAL_TEXT.test(value) ? Number(value) : Number.NaN;
}

/** The value, or another where it is NaN, that is, not said. */
export const orElse = (value: number, otherwise: number): number => (Number.isNaN(value) ? otherwise : value);

/** A price: finite and above zero; NaN otherwise. */
export function asPrice(value: unknown): number {
  const price = asNumber(value);
  return price > 0 ? price : Number.NaN;
}

/** A time in ms from seconds or milliseconds; NaN when it is none. */
export const asTimeMs = (value: unknown): number => timeMsOf(asNumber(value));

export function timeMsOf(time: number): number {
  if (!(time > 0)) return Number.NaN;
  const timeMs = time < SECONDS_BELOW ? time * 1_000 : time;
  return timeMs <= TIME_MS_MAX ? Math.trunc(timeMs) : Number.NaN;
}

/** A whole number of zero or more (ids, sequences, codes); NaN otherwise. */
export function asId(value: unknown): number {
  if (typeof value === 'number') return idOf(value);
  return typeof value === 'string' && ID_TEXT.test(value) ? Number(value) : Number.NaN;
}

export const idOf = (value: number): number => (Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN);

/** Text of at most `lengthMax` characters; '' when it is not text or too long. Numbers are read as their text. */
export function asText(value: unknown, lengthMax: number): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= lengthMax ? text : '';
}
