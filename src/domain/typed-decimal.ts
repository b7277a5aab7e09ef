/** A decimal as a person types and steps it: text without sign, exact, with the digits that were typed. Fields of every screen ask here. */

/** What a decimal field may hold while it is typed: digits, at most one point. A comma is taken for a point before the test. */
const TYPED = /^\d*\.?\d*$/;

/** The text as a decimal field keeps it (`.5` is `0.5`), or `undefined` when it must be refused. */
export function typedDecimal(text: string): string | undefined {
  const plain = text.replace(',', '.').replace(/\s/g, '');
  if (!TYPED.test(plain)) return undefined;
  return plain.startsWith('.') ? `0${plain}` : plain;
}

const fractionDigits = (text: string): number => text.split('.')[1]?.length ?? 0;
const scaled = (text: string, digits: number): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole || '0'}${fraction.padEnd(digits, '0').slice(0, digits)}`);
};
const unscaled = (value: bigint, digits: number): string => {
  const text = value.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/**
 * The value one step up or down, exact, never below `min` or above `max`, written with at least the step's digits. What is no multiple of the
 * step goes to the next one. Example: one step of '0.01' up, '0.1' is '0.11' and '0.125' is '0.13'. All are decimal texts without sign; an empty value counts as 0.
 */
export function steppedDecimal(
  value: string,
  direction: 1 | -1,
  limits: { step: string; min?: string | undefined; max?: string | undefined },
): string {
  const digits = Math.max(...[value, limits.step, limits.min ?? '', limits.max ?? ''].map(fractionDigits));
  const [now, step] = [scaled(value, digits), scaled(limits.step, digits)];
  // A back end may say of a product that it has no step: nothing moves then.
  const past = step > 0n ? now % step : 0n;
  let next = now - past + (direction > 0 ? step : past > 0n ? 0n : -step);
  const min = scaled(limits.min ?? '0', digits);
  if (next < min) next = min;
  if (limits.max !== undefined && next > scaled(limits.max, digits)) next = scaled(limits.max, digits);
  return trimmed(unscaled(next, digits), fractionDigits(limits.step));
}

/** Drops zeros behind the digits that the step has, so that 0.1100 becomes 0.11. */
function trimmed(text: string, digitsMin: number): string {
  let end = text.length;
  while (fractionDigits(text.slice(0, end)) > digitsMin && text[end - 1] === '0') end--;
  // Of a step without digits no point is left either: with one alone it would be no decimal.
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}
