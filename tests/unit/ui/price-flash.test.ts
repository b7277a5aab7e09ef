import { batch, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endFlashes, type Flash, flashOf, startFlash } from '#ui/state/price-flash.ts';

describe('the colour of a move', () => {
  it.each([
    [1.08342, 1.08343, 5, 'up'],
    [1.08343, 1.08342, 5, 'down'],
    [1.08342, 1.083421, 5, 'up'],
    [1.08342, 1.08342, 5, ''],
    [Number.NaN, 1.08342, 5, ''],
    [70, 71, 0, 'up'],
  ] as const)('from %f to %f with %i digits is %j', (before, after, digits, flash) => {
    expect(flashOf(before, after, digits)).toBe(flash);
  });
});

describe('how long a price keeps it', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
  });
  const price = () => signal<Flash>('');
  const move = (of: ReturnType<typeof price>, flash: Flash) => batch(() => startFlash(of, flash));

  it('150 ms at least, then the next frame takes it', () => {
    const moved = price();
    move(moved, 'up');
    vi.advanceTimersByTime(149);
    batch(endFlashes);
    expect(moved.value).toBe('up');
    vi.advanceTimersByTime(1);
    batch(endFlashes);
    expect(moved.value).toBe('');
  });

  it('250 ms at most in a quiet market', () => {
    const moved = price();
    move(moved, 'up');
    vi.advanceTimersByTime(249);
    expect(moved.value).toBe('up');
    vi.advanceTimersByTime(1);
    expect(moved.value).toBe('');
  });

  it('counted from its last move, each by itself', () => {
    const [first, second] = [price(), price()];
    move(second, 'up');
    move(first, 'up');
    vi.advanceTimersByTime(120);
    move(first, 'down');
    vi.advanceTimersByTime(130);
    expect([first.value, second.value]).toEqual(['down', '']);
    vi.advanceTimersByTime(120);
    expect([first.value, second.value]).toEqual(['', '']);
  });

  it('a move without a colour changes nothing', () => {
    const moved = price();
    move(moved, 'down');
    move(moved, '');
    expect(moved.value).toBe('down');
    vi.advanceTimersByTime(250);
    expect(moved.value).toBe('');
  });
});
