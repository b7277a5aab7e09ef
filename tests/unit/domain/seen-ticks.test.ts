import { expect, it } from 'vitest';
import { SEEN_MAX, SeenTicks } from '#domain/seen-ticks.ts';

it('remembers a burst up to its maximum and calls older numbers forgotten', () => {
  const seen = new SeenTicks();
  for (let n = 0; n < SEEN_MAX + 10; n++) seen.add(n, 1_000);
  expect(seen.has(0)).toBe(false);
  expect(seen.isForgotten(9)).toBe(true);
  expect(seen.isForgotten(10)).toBe(false);
  for (const n of [10, 11, 2_000, SEEN_MAX + 9]) expect(seen.has(n), `${n}`).toBe(true);
  expect(seen.has(SEEN_MAX + 10)).toBe(false);
});

it('forgets what can no longer come instead of growing', () => {
  const seen = new SeenTicks();
  for (let n = 0; n < 500; n++) seen.add(n, n * 10_000);
  expect(seen.isForgotten(400)).toBe(true);
  expect(seen.isForgotten(436)).toBe(false);
  for (let n = 436; n < 500; n++) expect(seen.has(n), `${n}`).toBe(true);
});

it('keeps every number that could still come, across its growth', () => {
  const seen = new SeenTicks();
  for (let n = 0; n < 1_000; n++) seen.add(n, n * 60);
  for (let n = 0; n < 1_000; n++) expect(seen.has(n), `${n}`).toBe(true);
});

it('takes all numbers up to one as seen when told so', () => {
  const seen = new SeenTicks();
  seen.forgetUpTo(100);
  expect(seen.isForgotten(100)).toBe(true);
  expect(seen.isForgotten(101)).toBe(false);
});
