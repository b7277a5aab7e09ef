/** Statistics of the bench. */
import { expect, test } from 'vitest';
import { geometricMean, median, ratios } from '../../../bench/lib/statistics.ts';

test('pairs that are as much slower as faster come to the same, a slow moment of both pages to nothing', () => {
  expect(geometricMean(ratios([2, 1], [1, 2]))).toBeCloseTo(1);
  expect(geometricMean(ratios([150, 3_000], [100, 2_000]))).toBeCloseTo(1.5);
});

test('one pair of ten that was ten times slower moves the mean by a quarter', () => {
  const pairs = [...Array<number>(9).fill(1.5), 15];
  expect(geometricMean(pairs) / median(pairs)).toBeCloseTo(10 ** 0.1);
});

test('the geometric mean of nothing is no number', () => {
  expect(geometricMean([])).toBeNaN();
});
