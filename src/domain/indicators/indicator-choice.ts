/**
 * Which indicators a chart shows, and with which numbers. The choice comes out of a browser's storage and over a thread boundary, so it
 * is read with care: what is out of bounds is left out, never guessed.
 */

/** In the order of every list and every row of lines. */
export const INDICATOR_KINDS = ['ma', 'ema', 'boll', 'macd', 'rsi'] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

/**
 * One indicator with its numbers. ma, ema: one to three periods in bars, one line each. boll: period and width in standard deviations;
 * lines upper, middle, lower. macd: fast, slow, signal; lines macd, signal, histogram. rsi: period; one line.
 */
export type IndicatorChoice = { readonly kind: IndicatorKind; readonly numbers: readonly number[] };

/** Most lines that all five together can have: 3 + 3 + 3 + 3 + 1. */
export const INDICATOR_LINES_MAX = 13;
/** Averages of one kind. */
const AVERAGES_MAX = 3;
/** Bars that a period may reach back: more than a screen shows at once. */
const INDICATOR_PERIOD_MAX = 500;

type Bound = { readonly min: number; readonly max: number };
/** Allowed numbers by kind. Periods are whole; a width has at most one digit after the point. */
export const INDICATOR_BOUNDS: Readonly<Record<IndicatorKind, readonly Bound[]>> = {
  ma: Array.from({ length: AVERAGES_MAX }, () => ({ min: 1, max: INDICATOR_PERIOD_MAX })),
  ema: Array.from({ length: AVERAGES_MAX }, () => ({ min: 1, max: INDICATOR_PERIOD_MAX })),
  boll: [
    { min: 2, max: INDICATOR_PERIOD_MAX },
    { min: 0.5, max: 5 },
  ],
  macd: [
    { min: 1, max: 100 },
    { min: 2, max: 200 },
    { min: 1, max: 100 },
  ],
  rsi: [{ min: 2, max: 100 }],
};

/** What a person gets who only switches an indicator on. */
export const INDICATOR_DEFAULTS: Readonly<Record<IndicatorKind, readonly number[]>> = {
  ma: [5, 10, 30],
  ema: [12, 26],
  boll: [20, 2],
  macd: [12, 26, 9],
  rsi: [14],
};

/** True when the numbers are as many as the kind takes, within bounds, and make sense together. */
export function areSoundNumbers(kind: IndicatorKind, numbers: readonly number[]): boolean {
  const bounds = INDICATOR_BOUNDS[kind];
  const isList = kind === 'ma' || kind === 'ema';
  if (isList ? numbers.length < 1 || numbers.length > bounds.length : numbers.length !== bounds.length) return false;
  if (!numbers.every((number, at) => isWithin(number, bounds[at] as Bound, kind === 'boll' && at === 1))) return false;
  if (isList) return new Set(numbers).size === numbers.length;
  return kind !== 'macd' || (numbers[0] as number) < (numbers[1] as number);
}

const isWithin = (number: number, { min, max }: Bound, isWidth: boolean): boolean =>
  number >= min && number <= max && (isWidth ? Math.round(number * 10) / 10 === number : Number.isInteger(number));

/** The sound choices of a list, one of each kind, in the order of `INDICATOR_KINDS`. Anything else in it is left out. */
export function soundChoices(input: unknown): IndicatorChoice[] {
  if (!Array.isArray(input)) return [];
  return INDICATOR_KINDS.flatMap((kind) => {
    const found: unknown = input.find((entry: unknown) => (entry as { kind?: unknown } | null)?.kind === kind);
    const numbers: unknown = (found as { numbers?: unknown } | undefined)?.numbers;
    if (!Array.isArray(numbers) || !numbers.every((number) => typeof number === 'number')) return [];
    return areSoundNumbers(kind, numbers) ? [{ kind, numbers: [...numbers] }] : [];
  });
}

/** How many lines an indicator draws. */
export const linesOf = ({ kind, numbers }: IndicatorChoice): number =>
  kind === 'ma' || kind === 'ema' ? numbers.length : kind === 'rsi' ? 1 : 3;
