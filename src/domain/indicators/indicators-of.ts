/** Builds the indicators that a choice names: averages one by one, in the order of their numbers. */
import { BollingerBands } from './bollinger-bands.ts';
import { ConvergenceDivergence } from './convergence-divergence.ts';
import { ExponentialAverage } from './exponential-average.ts';
import type { Indicator } from './indicator.ts';
import type { IndicatorChoice } from './indicator-choice.ts';
import { MovingAverage } from './moving-average.ts';
import { RelativeStrength } from './relative-strength.ts';

/** Fresh indicators whose lines are in the order that `linesOf` counts. The choice must be sound. */
export function indicatorsOf({ kind, numbers }: IndicatorChoice): Indicator[] {
  const [a = 1, b = 1, c = 1] = numbers;
  switch (kind) {
    case 'ma':
      return numbers.map((period) => new MovingAverage(period));
    case 'ema':
      return numbers.map((period) => new ExponentialAverage(period));
    case 'boll':
      return [new BollingerBands(a, b)];
    case 'macd':
      return [new ConvergenceDivergence(a, b, c)];
    case 'rsi':
      return [new RelativeStrength(a)];
  }
}
