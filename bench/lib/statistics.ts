/** Medians and quantiles of samples. */

const sorted = (samples: readonly number[]): number[] => [...samples].sort((a, b) => a - b);

/** Middle sample, or the mean of the two in the middle; NaN of nothing. */
export function median(samples: readonly number[]): number {
  const list = sorted(samples);
  const half = list.length >> 1;
  if (list.length === 0) return Number.NaN;
  return list.length % 2 ? (list[half] as number) : ((list[half - 1] as number) + (list[half] as number)) / 2;
}

/** The sample at or above which `1 - share` of the samples lie (nearest rank); NaN of nothing. */
export function quantile(samples: readonly number[], share: number): number {
  const list = sorted(samples);
  return list[Math.min(list.length - 1, Math.max(0, Math.ceil(share * list.length) - 1))] ?? Number.NaN;
}

/** A ratio per repetition: sample by sample, so that a slow moment of the machine is in both. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, index) => value / (theirs[index] as number));

/** Mean of the samples; NaN of nothing. */
export const mean = (samples: readonly number[]): number => samples.reduce((total, value) => total + value, 0) / samples.length;

/** Of the line through samples that are equally far apart (least squares), per step. Example: of 1, 3 and 5 it is 2. */
export function slope(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const weights = samples.map((_, at) => at - middle);
  return (
    weights.reduce((sum, weight, at) => sum + weight * (samples[at] as number), 0) / weights.reduce((sum, weight) => sum + weight ** 2, 0)
  );
}

/** What ours takes above the floor and what the other takes above it: each difference within its own turn, then medians of them. */
export type AboveFloor = { readonly floor: number; readonly ours: number; readonly other: number };

/** Turn by turn, so that a slow moment of the machine is in both sides of each difference. */
export function aboveFloor(floors: readonly number[], ours: readonly number[], others: readonly number[]): AboveFloor {
  const above = (samples: readonly number[]) => median(samples.map((value, turn) => value - (floors[turn] as number)));
  return { floor: median(floors), ours: above(ours), other: above(others) };
}

/**
 * All that ours takes by all that it may: the floor, and `limit` times what the other takes above it. It is at most 1 exactly where
 * ours / other is at most `limit`, as long as the other takes more than the floor: f + ours <= f + limit x other, with the same f on both
 * sides and a positive sum to divide by. But it moves by hundredths where that quotient of two small differences moves by halves.
 */
export const shareOfAllowance = ({ floor, ours, other }: AboveFloor, limit: number): number => (floor + ours) / (floor + limit * other);

/** Of positive samples; NaN of nothing. Twice as slow in one and twice as fast in another leave it where it was. */
export const geometricMean = (samples: readonly number[]): number =>
  Math.exp(samples.reduce((sum, sample) => sum + Math.log(sample), 0) / samples.length);

/** Seeded random numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
