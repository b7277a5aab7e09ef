import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchOver } from '#ui/engine/watchdog.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('leaves an engine alone that answers', async () => {
  const replace = vi.fn();
  watchOver(async () => ({}), replace);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replace).not.toHaveBeenCalled();
});

it('replaces an engine that does not answer within 4 s, or whose call fails', async () => {
  const replace = vi.fn();
  watchOver(() => new Promise(() => undefined), replace);
  await vi.advanceTimersByTimeAsync(8_900);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(replace).toHaveBeenCalledOnce();

  const again = vi.fn();
  watchOver(() => Promise.reject(new Error('gone')), again);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(again).toHaveBeenCalledOnce();
});

it('gives up after twenty: then the age of what is shown says it', async () => {
  const replace = vi.fn();
  watchOver(() => Promise.reject(new Error('gone')), replace);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(replace).toHaveBeenCalledTimes(20);
});
