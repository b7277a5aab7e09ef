/**
 * Slows the guessing of passwords (security S23) without keeping anybody out of their own account: failures on an account lock out the
 * network that they came from, all unknown devices together reach one account a few times a minute, and a device that the account has logged
 * in from is held by its own failures alone. Accounts that do not exist are counted alike, so the guard tells nobody which do.
 */

import type { Clock } from '../clock/clock.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import type { Limits } from '../limits/limits.ts';
import { networkOf, widerNetworkOf } from '../limits/network-of.ts';

type Failures = { count: number; sinceMs: number; locks: number; lockedUntilMs: number };
type Attempts = { count: number; sinceMs: number };
/** Beyond so many doublings the longest lock holds anyway. */
const DOUBLINGS_MAX = 16;

/** `device`: the hash of a device that this very account is known on; undefined for an unknown device. */
export type LoginAttempt = { readonly login: string; readonly ip: string; readonly device: string | undefined };

export interface LoginGuard {
  /** Milliseconds to wait before an attempt is looked at; 0: go on. Counts nothing. */
  waitMs(attempt: LoginAttempt): number;
  /**
   * As `waitMs`; with 0 the attempt counts as a failure from then on, so that many at once cannot pass before the first of them has
   * failed.
   */
  admit(attempt: LoginAttempt): number;
  /** Takes back the failures that this account counted from there. */
  succeeded(attempt: LoginAttempt): void;
}

export function createLoginGuard(clock: Clock, limits: Limits['login']): LoginGuard {
  const failures = new BoundedMap<Failures>(limits.rowsMax);
  const attempts = new BoundedMap<Attempts>(limits.rowsMax);
  /** Times of the newest attempts that reached an account, oldest first. */
  const recent = new BoundedMap<readonly number[]>(limits.rowsMax);
  const nowMs = () => clock.monotonicMs();

  const networkWaitMs = (key: string, max: number): number => {
    const row = attempts.get(key);
    const endMs = row ? row.sinceMs + limits.networkWindowMs : 0;
    return row && row.count >= max && nowMs() < endMs ? endMs - nowMs() : 0;
  };
  const countNetwork = (key: string): void => {
    const row = attempts.get(key);
    if (!row || nowMs() >= row.sinceMs + limits.networkWindowMs) attempts.set(key, { count: 1, sinceMs: nowMs() });
    else row.count++;
  };

  /** So many attempts in any window: the oldest of them must have left it. */
  const accountWaitMs = (key: string, max: number): number => {
    const times = recent.get(key) ?? [];
    const oldest = times.length < max ? undefined : times[times.length - max];
    return oldest === undefined ? 0 : Math.max(0, oldest + limits.accountWindowMs - nowMs());
  };
  const countAccount = (key: string, max: number): void => recent.set(key, [...(recent.get(key) ?? []), nowMs()].slice(-max));

  const countFailure = (key: string): void => {
    const old = failures.get(key);
    const isOver = !old || nowMs() - Math.max(old.sinceMs, old.lockedUntilMs) >= limits.windowMs;
    const row = isOver ? { count: 0, sinceMs: nowMs(), locks: 0, lockedUntilMs: 0 } : old;
    row.count++;
    if (row.count >= limits.failuresMax) {
      row.lockedUntilMs = nowMs() + Math.min(limits.lockMs * 2 ** row.locks, limits.lockMsMax);
      row.locks = Math.min(row.locks + 1, DOUBLINGS_MAX);
    }
    failures.set(key, row);
  };
  const lockedMs = (key: string): number => Math.max(0, (failures.get(key)?.lockedUntilMs ?? 0) - nowMs());

  const waitMs: LoginGuard['waitMs'] = (attempt) => {
    const { login, ip, device } = attempt;
    const ownMs = lockedMs(failureKey(attempt));
    if (device !== undefined) return Math.max(ownMs, accountWaitMs(`${login} device ${device}`, limits.deviceMax));
    return Math.max(
      ownMs,
      accountWaitMs(login, limits.unknownMax),
      networkWaitMs(networkOf(ip), limits.networkMax),
      networkWaitMs(`wider ${widerNetworkOf(ip)}`, limits.widerNetworkMax),
    );
  };

  return {
    waitMs,
    admit(attempt) {
      const { login, ip, device } = attempt;
      const ms = waitMs(attempt);
      if (ms > 0) return ms;
      countFailure(failureKey(attempt));
      if (device !== undefined) countAccount(`${login} device ${device}`, limits.deviceMax);
      else {
        countAccount(login, limits.unknownMax);
        countNetwork(networkOf(ip));
        countNetwork(`wider ${widerNetworkOf(ip)}`);
      }
      return 0;
    },
    succeeded: (attempt) => failures.delete(failureKey(attempt)),
  };
}

/** Failures count for an account together with where they come from. No account's name holds a space. */
const failureKey = ({ login, ip, device }: LoginAttempt): string =>
  device === undefined ? `${login} from ${networkOf(ip)}` : `${login} device ${device}`;
