/** What a person has used up of their limits on themselves, as a refusal counts it and as they are shown it, and how each stands. */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import {
  isCount,
  LIMIT_KINDS,
  LIMIT_WINDOWS,
  type LimitKind,
  limitAt,
  measureOf,
  NO_LIMIT,
  type Used,
  WINDOW_MS,
  windowOf,
} from '#domain/own-limits.ts';
import type { OwnLimitRow } from '#protocol/rest/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { ownLimitsOf } from '../repositories/own-limit-repository.ts';
import { type Spent, spentSince } from '../repositories/spending-repository.ts';
import type { Sql, UserRecord } from '../repositories/user-repository.ts';
import type { Trader } from '../trading/trading.ts';
import { traderOf } from '../users/user-row.ts';

/** `nowMs`: of the trading time. `floating`: what open positions have lost so far, and not brought in. */
export type UsedAt = { readonly nowMs: number; readonly floating: () => Promise<Money> };

/** Money with its digits, a count as it is. */
export const limitText = (kind: LimitKind, bound: bigint): string => (isCount(kind) ? String(bound) : formatDecimal(bound));

/** Of some limits; deposits come with the wallet. */
export async function usedOf(reader: Sql, userId: number, kinds: readonly LimitKind[], { nowMs, floating }: UsedAt): Promise<Used> {
  const open = kinds.some((kind) => measureOf(kind) === 'loss') ? await floating() : 0n;
  const spent = new Map<string, Spent>();
  for (const window of LIMIT_WINDOWS) {
    if (kinds.some((kind) => windowOf(kind) === window)) {
      spent.set(window, await spentSince(reader, { userId, sinceMs: nowMs - WINDOW_MS[window] }));
    }
  }
  return (kind) => {
    const { turnover, loss, micros } = spent.get(windowOf(kind)) ?? { turnover: 0n, loss: 0n, micros: 0 };
    return { deposit: 0n, turnover, loss: loss + open, micro: BigInt(micros) }[measureOf(kind)];
  };
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  /** The market's: what was used up is counted by it. */
  readonly marketClock: Clock;
  readonly trading: { openLoss(trader: Trader): Promise<Money> };
};

/** Every kind, those without a limit too. */
export async function limitRows({ db, clock, marketClock, trading }: Parts, user: UserRecord): Promise<OwnLimitRow[]> {
  const stored = await ownLimitsOf(db.kysely, user.id);
  const set = LIMIT_KINDS.filter((kind) => stored.get(kind)?.bound !== undefined);
  const used = await usedOf(db.kysely, user.id, set, { nowMs: marketClock.now(), floating: () => trading.openLoss(traderOf(user)) });
  return LIMIT_KINDS.map((kind) => {
    const { bound, next, nextAtMs } = limitAt(stored.get(kind) ?? NO_LIMIT, clock.now(), user.limits_locked_until);
    return {
      ...{ kind, value: bound === undefined ? '' : limitText(kind, bound), next: next === undefined ? '' : limitText(kind, next) },
      ...{ from: nextAtMs, used: set.includes(kind) ? limitText(kind, used(kind)) : '' },
    };
  });
}
