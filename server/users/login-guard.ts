/**
 * Slows the guessing of passwords (security S23): per account a lock after so many failures that doubles up to a maximum, per address and
 * per /24 a number of attempts in a window. Accounts that do not exist are counted alike, so the guard tells nobody which do.
 */

import { BoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';

type Failures = { count: number; sinceMs: number; locks: number; lockedUntilMs: number };
/** Beyond so many doublings the longest lock holds anyway. */
const DOUBLINGS_MAX = 16;
type Attempts = { count: number; sinceMs: number };

export interface LoginGuard {
  /**
   * Milliseconds to wait before an attempt is looked at; 0: go on. The attempt counts as a failure from then on, so that many at
   * once cannot pass before the first of them has failed.
   */
  admit(account: string, address: string): number;
  /** Takes back what the attempts of this account counted. */
  succeeded(account: string): void;
}

/** An IPv4 address's /24, an IPv6 address's /48. */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/, '');
  return v4.includes('.') ? v4.split('.').slice(0, 3).join('.') : v4.split(':').slice(0, 3).join(':');
}

export function createLoginGuard(clock: Clock, limits: Limits['login']): LoginGuard {
  const failures = new BoundedMap<Failures>(limits.rowsMax);
  const attempts = new BoundedMap<Attempts>(limits.rowsMax);

  const waitOf = (key: string, max: number): number => {
    const row = attempts.get(key);
    const endMs = row ? row.sinceMs + limits.addressWindowMs : 0;
    return row && row.count >= max && clock.monotonicMs() < endMs ? endMs - clock.monotonicMs() : 0;
  };
  const count = (key: string): void => {
    const row = attempts.get(key);
    if (!row || clock.monotonicMs() >= row.sinceMs + limits.addressWindowMs) attempts.set(key, { count: 1, sinceMs: clock.monotonicMs() });
    else row.count++;
  };

  const countFailure = (account: string): void => {
    const nowMs = clock.monotonicMs();
    const old = failures.get(account);
    const isOver = !old || nowMs - Math.max(old.sinceMs, old.lockedUntilMs) >= limits.windowMs;
    const row = isOver ? { count: 0, sinceMs: nowMs, locks: 0, lockedUntilMs: 0 } : old;
    row.count++;
    if (row.count >= limits.failuresMax) {
      row.lockedUntilMs = nowMs + Math.min(limits.lockMs * 2 ** row.locks, limits.lockMsMax);
      row.locks = Math.min(row.locks + 1, DOUBLINGS_MAX);
    }
    failures.set(account, row);
  };

  return {
    admit(account, address) {
      const network = `net ${networkOf(address)}`;
      const lockedMs = Math.max(0, (failures.get(account)?.lockedUntilMs ?? 0) - clock.monotonicMs());
      const waitMs = Math.max(lockedMs, waitOf(address, limits.addressMax), waitOf(network, limits.networkMax));
      if (waitMs > 0) return waitMs;
      count(address);
      count(network);
      countFailure(account);
      return 0;
    },
    succeeded: (account) => failures.delete(account),
  };
}
