import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { asOwnEnd, isOwnEnd } from '#ui/screens/order/lists/order-ends.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('D9.490 an end is its person’s own for a moment: what is left of a part may be ended by its stop later, and keeps its place then', async () => {
  await asOwnEnd([7], async () => undefined);
  expect(isOwnEnd(7)).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isOwnEnd(7)).toBe(false);
});

it('D9.490 what failed was nobody’s end', async () => {
  await expect(asOwnEnd([8], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(isOwnEnd(8)).toBe(false);
});

it('D9.490 of two that were asked for one after another the first one’s moment takes nothing from the second’s', async () => {
  await asOwnEnd([9], async () => undefined);
  await vi.advanceTimersByTimeAsync(9_000);
  await asOwnEnd([9], async () => undefined);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(isOwnEnd(9)).toBe(true);
  await vi.advanceTimersByTimeAsync(8_500);
  expect(isOwnEnd(9)).toBe(false);
});
