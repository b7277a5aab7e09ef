/**
 * What a person's own protection says against a trade that would take new risk: a freeze, a break, a limit that they set (decisions D9.27, D9.29,
 * D9.238). Asked in the transaction that opens it, under the lock of the account that it is opened on. Whoever freezes an account or
 * tightens a limit takes the same locks (`own-lock.ts`), so that of the two one comes first and the other knows of it.
 */
import type { Money } from '#domain/decimal.ts';
import { brokenLimit, isLimitKind, type LimitKind, measureOf } from '#domain/own-limits.ts';
import { riskBarrier } from '#domain/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import { type Outcome, refusedField } from '../outcome.ts';
import { guardRowsOf } from '../repositories/own-limit-repository.ts';
import type { Trader } from '../trading/trading.ts';
import { barrierRefusal } from './barrier-refusal.ts';
import { limitText, type UsedAt, usedOf } from './used-of-limits.ts';

/** `stake`: what is put into it; `loss`: what of that is lost at once (a fee), or may be (a stake). */
export type NewRisk = UsedAt & { readonly stake: Money; readonly loss: Money; readonly isMicro: boolean };
export interface OpeningGuard {
  /** The first reason why this person may not, or undefined; never of a demo account, whose money is nobody's. */
  refusal(trx: Trx, trader: Pick<Trader, 'id' | 'realm'>, risk: NewRisk): Promise<Outcome<never> | undefined>;
}

/** `clock`: the machine's, which breaks are counted by. */
export const createOpeningGuard = ({ clock }: { readonly clock: Clock }): OpeningGuard => ({
  async refusal(trx, trader, risk) {
    if (trader.realm === 'demo') return undefined;
    const rows = await guardRowsOf(trx, trader.id);
    const [person] = rows;
    if (!person) throw new Error(`user ${trader.id} trades and has no row`);
    const standing = {
      isFrozen: person.frozen === 1,
      coolOffUntilMs: person.cool_off_until,
      excludedUntilMs: person.excluded_until,
      credentialChangedAtMs: 0,
    };
    const barrier = riskBarrier(standing, clock.now());
    if (barrier) return barrierRefusal(barrier);
    const bounds = new Map(
      rows.flatMap(({ kind, bound }) => (kind !== null && bound !== null && isLimitKind(kind) ? [[kind, bound] as const] : [])),
    );
    return bounds.size === 0 ? undefined : limitRefusal(trx, trader.id, bounds, risk);
  },
});

async function limitRefusal(
  trx: Trx,
  userId: number,
  bounds: ReadonlyMap<LimitKind, bigint>,
  { stake, loss, floating, isMicro, nowMs }: NewRisk,
): Promise<Outcome<never> | undefined> {
  const used = await usedOf(trx, userId, [...bounds.keys()], { nowMs, floating });
  const added = { turnover: stake, loss, ...(isMicro ? { micro: 1n } : {}) };
  const broken = brokenLimit(bounds, used, added);
  if (!broken) return undefined;
  const { kind, left } = broken;
  // What was asked for is what it would have added to this very limit.
  const asked = { deposit: 0n, micro: 0n, ...added }[measureOf(kind)];
  return refusedField('outOfBounds', { field: kind, value: limitText(kind, asked), allowed: limitText(kind, left) }, `ownLimit.${kind}`);
}
