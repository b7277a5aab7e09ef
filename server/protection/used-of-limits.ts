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
import { type Spent, spentSince, turningPiece } from '../repositories/spending-repository.ts';
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

/** `over`: by how much more of it is used up than may be. */
async function turnOf(reader: Sql, userId: number, kind: LimitKind, { nowMs, over }: { nowMs: number; over: bigint }): Promise<number> {
  const measure = measureOf(kind);
  // Deposits come with the wallet; and only a gain that leaves the window makes more of what was used up.
  if (measure === 'deposit' || (over < 0n && measure !== 'loss')) return 0;
  const windowMs = WINDOW_MS[windowOf(kind)];
  const asked = { measured: measure === 'micro' ? 'micros' : measure, over } as const;
  const spentAt = await turningPiece(reader, { userId, sinceMs: nowMs - windowMs }, asked);
  // The first ms at which it lies before the window.
  return spentAt === undefined ? 0 : spentAt + windowMs + 1;
}

/** Every kind, those without a limit too. */
export async function limitRows({ db, clock, marketClock, trading }: Parts, user: UserRecord): Promise<OwnLimitRow[]> {
  const stored = await ownLimitsOf(db.kysely, user.id);
  const set = LIMIT_KINDS.filter((kind) => stored.get(kind)?.bound !== undefined);
  const nowMs = marketClock.now();
  const used = await usedOf(db.kysely, user.id, set, { nowMs, floating: () => trading.openLoss(traderOf(user)) });
  const rowOf = async (kind: LimitKind): Promise<OwnLimitRow> => {
    const { bound, next, nextAtMs } = limitAt(stored.get(kind) ?? NO_LIMIT, clock.now(), user.limits_locked_until);
    return {
      ...{ kind, value: bound === undefined ? '' : limitText(kind, bound), next: next === undefined ? '' : limitText(kind, next) },
      ...{ from: nextAtMs, used: set.includes(kind) ? limitText(kind, used(kind)) : '' },
      turns: bound === undefined ? 0 : await turnOf(db.kysely, user.id, kind, { nowMs, over: used(kind) - bound }),
    };
  };
  return Promise.all(LIMIT_KINDS.map(rowOf));
}
