import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '#worker/socket/retry-delay.ts';

describe('retryDelayMs', () => {
  const from = { attempt: 0, downMs: 0, visible: true, random: 0.999_999 };

  it('first 0 to 250 ms, then 250 ms and up to 1.25 s more for two minutes, later and hidden up to 10 s', () => {
    expect(retryDelayMs({ ...from, random: 0 })).toBe(0);
    expect(retryDelayMs(from)).toBeLessThan(250);
    expect(retryDelayMs({ ...from, attempt: 1, random: 0 })).toBe(250);
    expect(retryDelayMs({ ...from, attempt: 1 })).toBeCloseTo(750, 1);
    expect(retryDelayMs({ ...from, attempt: 50 })).toBeCloseTo(1_500, 1);
    expect(retryDelayMs({ ...from, attempt: 50, downMs: 120_000 })).toBeCloseTo(10_000, 1);
    expect(retryDelayMs({ ...from, attempt: 50, visible: false })).toBeCloseTo(10_000, 1);
  });

  it("a server's own figure is kept to, within reason", () => {
    expect(retryDelayMs({ ...from, hintMs: 2_400 })).toBe(2_400);
    expect(retryDelayMs({ ...from, hintMs: 1e9 })).toBe(30_000);
  });
});
