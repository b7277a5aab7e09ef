/** How likely many moves of a live price are to lead back to where they began. */
import type { StepLaw } from '../feed/step-law.ts';

/**
 * Points of the circle that are looked at, at most. A sum that has more likely values than that counts those a multiple of it away as 0 too:
 * a probability is then said larger than it is, by less than 0.0001, and never smaller.
 */
const POINTS_MAX = 16_383;
/** In this many roots of the number of moves times the largest move lies all but 5 x 10^-11 (Hoeffding 1963: 2 exp(-7^2 / 2)). */
const ROOTS = 7;

/**
 * Probabilities that the sum of `count` moves under a law is 0, and of one move more, up to `more` more. The inversion formula of a sum on a
 * lattice (Feller 1971, volume 2, XV.4): the mean of the moves' characteristic function to the power of their number. Example: of two moves
 * of one step that happen half the time, 3/8.
 */
export function tieProbabilities({ moves, sizeMax }: StepLaw, count: number, more: number): Float64Array {
  const ties = new Float64Array(more + 1);
  const last = count + more;
  const reach = Math.min(last * sizeMax, Math.ceil(ROOTS * sizeMax * Math.sqrt(last)), POINTS_MAX - 1);
  // An odd number of points: but for the one at 0 they come in pairs that look alike.
  const pairs = Math.ceil(reach / 2);
  const points = 2 * pairs + 1;
  for (let pair = 1; pair <= pairs; pair++) {
    const half = (Math.PI * pair) / points;
    const sumOfCosines = (Math.sin((2 * sizeMax + 1) * half) / Math.sin(half) - 1) / 2;
    const each = 1 - moves + (moves * sumOfCosines) / sizeMax;
    let power = each ** count;
    for (let at = 0; at <= more; at++, power *= each) ties[at] = (ties[at] as number) + power;
  }
  return ties.map((sum) => Math.min(1, Math.max(0, (1 + 2 * sum) / points)));
}
