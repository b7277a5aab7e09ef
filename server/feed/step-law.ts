/**
 * The law of one move of a live price: with a probability it moves, by a whole number of grid steps that is equally likely to be any from
 * 1 to a largest, up or down alike. So the mean of every move is exactly 0, and its distribution is known, which is what the ratios of
 * short-term products are computed from. Pure: nothing here draws, knows a product or a time.
 */
export type StepLaw = {
  /** Probability that the price moves at all. */
  readonly moves: number;
  /** Largest move in whole steps; 0: it never moves. */
  readonly sizeMax: number;
};

const STILL: StepLaw = { moves: 0, sizeMax: 0 };

/** Mean square of a size that is equally likely to be 1 to n: (n + 1)(2n + 1) / 6. For n = 2: (1 + 4) / 2 = 2.5. */
const meanSquare = (n: number): number => ((n + 1) * (2 * n + 1)) / 6;

/**
 * The law with a variance (in squared steps) and the smallest sizes that reach it; where that would take sizes above `sizeLimit`, the
 * variance is what the limit leaves. Example: variance 0.25 moves one step in a quarter of all cases, 2 moves 1 or 2 steps in 80 of 100.
 */
export function stepLaw(variance: number, sizeLimit: number): StepLaw {
  if (!(variance > 0) || sizeLimit < 1) return STILL;
  // The root of (n + 1)(2n + 1) / 6 = variance.
  const needed = Math.max(1, Math.ceil((Math.sqrt(1 + 48 * variance) - 3) / 4));
  const sizeMax = Math.min(needed, Math.floor(sizeLimit));
  return { moves: Math.min(1, variance / meanSquare(sizeMax)), sizeMax };
}

/** The move that a uniform number in [0, 1) and a fair coin make under a law, in whole steps. */
export function stepOf({ moves, sizeMax }: StepLaw, uniform: number, isUp: boolean): number {
  if (uniform >= moves) return 0;
  const size = Math.min(sizeMax, 1 + Math.floor((uniform / moves) * sizeMax));
  return isUp ? size : -size;
}

/** Variance of one move, in squared steps. */
export const stepVariance = ({ moves, sizeMax }: StepLaw): number => moves * meanSquare(sizeMax);

/**
 * Probabilities of the sum of `count` moves under one law: of -count x sizeMax steps first, of + count x sizeMax last, the middle one
 * being no change. One move: count 1. Exact but for rounding of doubles; takes count x the length of the answer additions.
 */
export function moveDistribution({ moves, sizeMax }: StepLaw, count: number): Float64Array {
  let now: Float64Array = Float64Array.of(1);
  const each = sizeMax === 0 ? 0 : moves / (2 * sizeMax);
  for (let done = 0; done < count; done++) {
    const next = new Float64Array(now.length + 2 * sizeMax);
    // The sum over all sizes is a window that slides over what was before.
    let window = 0;
    for (let at = 0; at < next.length; at++) {
      window += (now[at] ?? 0) - (now[at - 2 * sizeMax - 1] ?? 0);
      const same = now[at - sizeMax] ?? 0;
      next[at] = each * (window - same) + (1 - moves) * same;
    }
    now = next;
  }
  return now;
}
