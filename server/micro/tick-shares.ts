/** How many ticks an interval holds when each lies anywhere in its own slot, all slots being of one length. */

/**
 * Probabilities of one tick less than the whole slots of the interval, of as many, of one and of two more, when it begins at a random moment. A
 * tick of the first and of the last slot is in it by chance, and the two chances hang together by where it begins; with f of a slot over the
 * whole ones the integrals give (1 - f)^3 / 6 and f^3 / 6 for the ends, and the mean, which is the length in slots, gives the middle. Example:
 * of whole slots one tick less in 1 of 6, one more in 1 of 6.
 */
export function tickShares(slots: number): readonly [number, number, number, number] {
  const over = slots - Math.floor(slots);
  const fewest = (1 - over) ** 3 / 6;
  const most = over ** 3 / 6;
  const more = over + fewest - 2 * most;
  return [fewest, 1 - fewest - more - most, more, most];
}
