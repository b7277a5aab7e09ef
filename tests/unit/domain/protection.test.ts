import { describe, expect, it } from 'vitest';
import type { LimitKind } from '#domain/own-limits.ts';
import {
  depositBarrier,
  excludedUntil,
  FOREVER_MS,
  liftableAt,
  liftBarrier,
  NOT_ME_MS,
  riskBarrier,
  type Standing,
  untilAfterDays,
  withdrawalBarrier,
} from '#domain/protection.ts';
import { DAY_MS } from '#domain/time-units.ts';

const NOW = 1_772_618_400_000;
const FREE: Standing = { isFrozen: false, coolOffUntilMs: 0, excludedUntilMs: 0, credentialChangedAtMs: 0 };
const later = NOW + DAY_MS;

describe('what somebody may do', () => {
  it.each([
    ['nobody stands in their way', {}, undefined, undefined],
    ['frozen: neither in nor out', { isFrozen: true }, 'frozen', 'frozen'],
    ['excluded: nothing in, everything out', { excludedUntilMs: later }, 'excluded', undefined],
    ['excluded until this moment', { excludedUntilMs: NOW }, undefined, undefined],
    ['a break: nothing in, everything out', { coolOffUntilMs: later }, 'coolOff', undefined],
    ['a password was changed a moment ago', { credentialChangedAtMs: NOW - 1 }, undefined, 'credential'],
    ['a password was changed a day ago', { credentialChangedAtMs: NOW - DAY_MS }, undefined, undefined],
    ['frozen counts before all else', { isFrozen: true, excludedUntilMs: later, credentialChangedAtMs: NOW }, 'frozen', 'frozen'],
  ] as const)('D9.29 D9.236 %s', (_name, parts, risk, withdrawal) => {
    const standing = { ...FREE, ...parts };
    expect(riskBarrier(standing, NOW)?.why).toBe(risk);
    expect(withdrawalBarrier(standing, NOW)?.why).toBe(withdrawal);
  });

  it('D9.28 D9.237 says until when withdrawals wait', () => {
    expect(withdrawalBarrier({ ...FREE, credentialChangedAtMs: NOW - 5 }, NOW)).toEqual({ why: 'credential', untilMs: NOW - 5 + DAY_MS });
  });

  it('D9.238 a deposit is held by the standing first and by the limits on deposits then', () => {
    const bounds = new Map<LimitKind, bigint>([['deposit_week', 100n]]);
    const deposit = { standing: FREE, bounds, used: () => 60n, amount: 40n };
    expect(depositBarrier(deposit, NOW)).toBeUndefined();
    expect(depositBarrier({ ...deposit, amount: 41n }, NOW)).toEqual({ kind: 'deposit_week', left: 40n });
    expect(depositBarrier({ ...deposit, standing: { ...FREE, excludedUntilMs: later } }, NOW)).toEqual({ why: 'excluded', untilMs: later });
    // Losses of one's own hold no deposit back.
    expect(depositBarrier({ ...deposit, bounds: new Map([['loss_day', 0n]]) }, NOW)).toBeUndefined();
  });
});

describe('breaks', () => {
  it('D9.239 never end earlier for being asked for again', () => {
    const until = untilAfterDays(0, NOW, 30);
    expect(until).toBe(NOW + 30 * DAY_MS);
    expect(untilAfterDays(until, NOW + DAY_MS, 1)).toBe(until);
    expect(untilAfterDays(until, NOW + DAY_MS, 30)).toBe(until + DAY_MS);
    const year = excludedUntil(0, NOW, '1y');
    expect(excludedUntil(year, NOW, '6m')).toBe(year);
    expect(excludedUntil(year, NOW, 'forever')).toBe(FOREVER_MS);
    expect(excludedUntil(FOREVER_MS, NOW, '5y')).toBe(FOREVER_MS);
    expect(new Date(FOREVER_MS).getTime()).toBe(FOREVER_MS);
  });
});

describe('lifting a freeze', () => {
  const old = NOW - 30 * DAY_MS;
  it.each([
    ['by oneself, after a day, with a factor', 'self', DAY_MS, old, undefined],
    ['by oneself, too early', 'self', DAY_MS - 1, old, 'wait'],
    ['by oneself, without a factor', 'self', DAY_MS, undefined, 'factor'],
    ['by oneself, with one set just before', 'self', DAY_MS, NOW, undefined],
    ['by oneself, with one set since', 'self', DAY_MS, NOW + 1, 'factor'],
    ['by a link, with an old factor', 'link', DAY_MS, old, undefined],
    ['by a link, with one as old as the oldest link that was still good', 'link', DAY_MS, NOW - NOT_ME_MS, undefined],
    ['by a link, with a younger one: a thief may have set it', 'link', DAY_MS, NOW - NOT_ME_MS + 1, 'factor'],
    ['by an operator', 'operator', 300 * DAY_MS, old, 'operator'],
  ] as const)('D9.236 %s', (_name, way, afterMs, factorSetAtMs, barrier) => {
    expect(liftBarrier({ way, atMs: NOW }, factorSetAtMs, NOW + afterMs)).toBe(barrier);
    expect(liftableAt({ way, atMs: NOW })).toBe(NOW + DAY_MS);
  });
});
