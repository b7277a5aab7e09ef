/** What keeps a person from new risk ends by itself, one thing after the other (decision D9.400). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putRiskHold } from '#ui/security/put-risk-hold.ts';
import { riskHold } from '#ui/state/risk-hold.ts';

const DAY_MS = 86_400_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  putRiskHold(undefined);
  vi.useRealTimers();
});

it('D9.400 a break that lasts longer than the exclusion holds when that one is over, until it is over too', () => {
  const now = Date.now();
  const [excludedUntilMs, coolOffUntilMs] = [now + 2 * DAY_MS, now + 20 * DAY_MS];
  putRiskHold({ isFrozen: false, excludedUntilMs, coolOffUntilMs, credentialChangedAtMs: 0 });
  expect(riskHold.value).toEqual({ why: 'excluded', untilMs: excludedUntilMs });
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(riskHold.value).toEqual({ why: 'coolOff', untilMs: coolOffUntilMs });
  vi.advanceTimersByTime(18 * DAY_MS);
  expect(riskHold.value).toBeUndefined();
});

it('D9.400 a freeze ends by no clock, and nothing holds whom nothing keeps', () => {
  putRiskHold({ isFrozen: true, excludedUntilMs: 0, coolOffUntilMs: 0, credentialChangedAtMs: 0 });
  vi.advanceTimersByTime(400 * DAY_MS);
  expect(riskHold.value).toEqual({ why: 'frozen', untilMs: 0 });
  putRiskHold(undefined);
  expect(riskHold.value).toBeUndefined();
});
