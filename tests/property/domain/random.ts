/** Seeded randomness for tests that draw many cases: the same seed gives the same run, and a failure names the seed. */

/** Seed of this run: `SEED` of the environment, or a fixed one. */
export const RUN_SEED = Number(process.env.SEED ?? 20_261_120);

/** Mulberry32: numbers from 0 up to and without 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
