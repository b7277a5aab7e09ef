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
