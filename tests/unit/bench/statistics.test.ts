/** Statistics of the bench. */
import { expect, it } from 'vitest';
import { aboveFloor, geometricMean, mean, median, ratios, seededRandom, shareOfAllowance, slope } from '../../../bench/lib/statistics.ts';

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

it('tells how fast something grows, whatever it began with, and of noise about a level little', () => {
  expect(slope([1, 3, 5])).toBe(2);
  expect(slope([104, 103, 102, 101])).toBe(-1);
  expect(Math.abs(slope([4, 5, 4, 5, 4]))).toBeLessThan(0.01);
});

it('takes the mean of what there is', () => expect(mean([1, 2, 6])).toBe(3));

it('pairs that are as much slower as faster come to the same, a slow moment of both pages to nothing', () => {
  expect(geometricMean(ratios([2, 1], [1, 2]))).toBeCloseTo(1);
  expect(geometricMean(ratios([150, 3_000], [100, 2_000]))).toBeCloseTo(1.5);
});

it('one pair of ten that was ten times slower moves the mean by a quarter', () => {
  const pairs = [...Array<number>(9).fill(1.5), 15];
  expect(geometricMean(pairs) / median(pairs)).toBeCloseTo(10 ** 0.1);
});

it('the geometric mean of nothing is no number', () => {
  expect(geometricMean([])).toBeNaN();
});
