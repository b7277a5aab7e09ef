/**
 * The limits that whoever is here has set on themselves, as the server last counted them, so that the page says before an order is sent which one it
 * would break: by the rule that the server refuses it by (`src/domain/own-limits.ts`).
 */
import { signal } from '@preact/signals';
import type { Money } from '#domain/decimal.ts';
import { brokenLimit, type LimitKind, measureOf } from '#domain/own-limits.ts';
import { floatingProfit } from '../state/account.ts';
import type { SetLimit } from './used-limits.ts';

const counted = signal<{ readonly limits: readonly SetLimit[]; readonly openLoss: bigint } | undefined>(undefined);

/** What open positions have lost so far. Reads a signal. */
export const openLoss = (): bigint => (floatingProfit.value < 0n ? -floatingProfit.value : 0n);

/** `limits`: none of somebody who has set none, and of nobody. */
export function putOwnLimits(limits: readonly SetLimit[]): void {
  counted.value = limits.length > 0 ? { limits, openLoss: openLoss() } : undefined;
}

/** What an order puts in and what of that is lost at once. */
type OrderCost = { readonly margin: Money; readonly fee: Money };
type LimitTooSmall = {
  readonly measure: 'loss' | 'turnover';
  readonly kind: LimitKind;
  readonly asked: Money;
  readonly left: Money;
};

/** The limit that an order would break which is not used up yet; one that is holds every order anyway. Reads signals. */
export function limitTooSmall({ margin, fee }: OrderCost): LimitTooSmall | undefined {
  if (!counted.value) return undefined;
  const { limits, openLoss: lossThen } = counted.value;
  const lostSince = openLoss() - lossThen;
  const used = (kind: LimitKind) =>
    (limits.find((limit) => limit.kind === kind)?.used ?? 0n) + (measureOf(kind) === 'loss' ? lostSince : 0n);
  const broken = brokenLimit(new Map(limits.map(({ kind, bound }) => [kind, bound])), used, { turnover: margin, loss: fee });
  if (!broken || broken.left === 0n) return undefined;
  const measure = measureOf(broken.kind) === 'loss' ? 'loss' : 'turnover';
  return { ...broken, measure, asked: measure === 'loss' ? fee : margin };
}
