/**
 * The indicators once more, from their textbook definitions: exact decimals, every value computed from the beginning, nothing of the
 * product's code. `undefined` where there are too few closes.
 */
import Big from 'big.js';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';

type Value = Big | undefined;
/** A context of its own: 30 digits, so that what differs is the product's rounding. */
const DIGITS = 30;
const Exact = Big();
Exact.DP = DIGITS;
const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), new Exact(0));
const mean = (values: readonly Big[]): Big => sum(values).div(values.length);

const simple = (closes: readonly Big[], period: number): Value[] =>
  closes.map((_, at) => (at + 1 < period ? undefined : mean(closes.slice(at + 1 - period, at + 1))));

/** Average number n is the simple average of the first `period`, then weighs the newest by 2 / (period + 1). */
function exponential(values: readonly Value[], period: number): Value[] {
  const start = values.findIndex((value) => value !== undefined);
  let before: Value;
  return values.map((value, at) => {
    if (value === undefined || start < 0 || at < start + period - 1) return undefined;
    const share = new Exact(2).div(period + 1);
    before = before
      ? value
          .times(share)
          .plus(before.times(new Exact(1).minus(share)))
          .round(DIGITS)
      : mean(values.slice(start, at + 1) as Big[]);
    return before;
  });
}

function bands(closes: readonly Big[], period: number, width: number): Value[][] {
  const middle = simple(closes, period);
  const reach = middle.map((centre, at) => {
    if (!centre) return undefined;
    const squares = closes.slice(at + 1 - period, at + 1).map((close) => close.minus(centre).pow(2));
    return mean(squares).sqrt().times(width);
  });
  return [middle.map((centre, at) => centre?.plus(reach[at] as Big)), middle, middle.map((centre, at) => centre?.minus(reach[at] as Big))];
}

function convergence(closes: readonly Big[], fast: number, slow: number, signalPeriod: number): Value[][] {
  const quick = exponential(closes, fast);
  const calm = exponential(closes, slow);
  const macd = quick.map((value, at) => (value && calm[at] ? value.minus(calm[at] as Big) : undefined));
  const signal = exponential(macd, signalPeriod);
  return [macd, signal, macd.map((value, at) => (value && signal[at] ? value.minus(signal[at] as Big) : undefined))];
}

function strength(closes: readonly Big[], period: number): Value[] {
  const changes = closes.slice(1).map((close, at) => close.minus(closes[at] as Big));
  const wilder = (sizes: readonly Big[]): Value[] => {
    let before: Value;
    return sizes.map((size, at) => {
      if (at + 1 < period) return undefined;
      before = before
        ? before
            .times(period - 1)
            .plus(size)
            .div(period)
        : mean(sizes.slice(0, period));
      return before;
    });
  };
  const zero = new Exact(0);
  const gains = wilder(changes.map((change) => (change.gt(0) ? change : zero)));
  const losses = wilder(changes.map((change) => (change.lt(0) ? change.abs() : zero)));
  const values = gains.map((gain, at) => {
    if (!gain) return undefined;
    const both = gain.plus(losses[at] as Big);
    return both.eq(0) ? new Exact(50) : gain.times(100).div(both);
  });
  return closes.length === 0 ? [] : [undefined, ...values];
}

/** All lines of a choice in the order of the product's, as numbers; NaN where there is none. */
export function referenceLines({ kind, numbers }: IndicatorChoice, input: readonly number[]): number[][] {
  const closes = input.map((close) => new Exact(close));
  const [a = 1, b = 1, c = 1] = numbers;
  const lines: Value[][] =
    kind === 'ma'
      ? numbers.map((period) => simple(closes, period))
      : kind === 'ema'
        ? numbers.map((period) => exponential(closes, period))
        : kind === 'boll'
          ? bands(closes, a, b)
          : kind === 'macd'
            ? convergence(closes, a, b, c)
            : [strength(closes, a)];
  return lines.map((line) => line.map((value) => (value === undefined ? Number.NaN : value.toNumber())));
}
