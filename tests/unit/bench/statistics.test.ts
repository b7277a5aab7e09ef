/** What a share of an allowance says, beside the quotient of differences that it stands for. */
import { expect, it } from 'vitest';
import { aboveFloor, mean, seededRandom, shareOfAllowance } from '../../../bench/lib/statistics.ts';

const LIMIT = 0.17;

it('is reached exactly where the quotient of what is above the floor is at most its limit', () => {
  const random = seededRandom(11);
  const turns = () => Array.from({ length: 7 }, () => 1 + random() * 3);
  const verdicts = new Set<boolean>();
  for (let run = 0; run < 300; run++) {
    const floors = turns();
    const taken = aboveFloor(
      floors,
      floors.map((floor) => floor + random() * 2 - 0.4),
      turns().map((value) => value + 5),
    );
    const isReached = taken.ours / taken.other <= LIMIT;
    expect(shareOfAllowance(taken, LIMIT) <= 1).toBe(isReached);
    verdicts.add(isReached);
  }
  expect(verdicts).toEqual(new Set([true, false]));
});

it('moves by hundredths where the quotient moves by halves', () => {
  const share = (ours: number) => shareOfAllowance({ floor: 4.5, ours, other: 6.5 }, LIMIT);
  expect(share(1.5) / share(1)).toBeCloseTo(1.09, 2);
});

it('takes each difference within its own turn', () => {
  // The second turn fell into a slow moment of the machine, which both pages had.
  expect(aboveFloor([4, 8, 4], [5, 9, 5], [10, 14, 10])).toEqual({ floor: 4, ours: 1, other: 6 });
});

it('takes the mean of what there is', () => expect(mean([1, 2, 6])).toBe(3));
