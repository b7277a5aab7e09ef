/** The limits of a reading that are set, as numbers, and those of them that are used up. */
import { decimalFromWire } from '#domain/decimal.ts';
import { isUsedUp, type LimitKind, measureOf } from '#domain/own-limits.ts';
import type { OwnLimitRow } from '#rest/protection.ts';
import type { LimitHold } from '../state/risk-hold.ts';
import { boundText } from '../text/limit-text.ts';

/** `bound` and `used` in one unit, whatever is counted; `turnsMs` 0: it does not turn by itself. */
export type SetLimit = { readonly kind: LimitKind; readonly bound: bigint; readonly used: bigint; readonly turnsMs: number };

const numbersOf = ({ kind, value, used, turns }: OwnLimitRow): SetLimit => ({
  ...{ kind, turnsMs: turns, bound: decimalFromWire(value) ?? 0n, used: decimalFromWire(used) ?? 0n },
});

export const setLimits = (rows: readonly OwnLimitRow[]): readonly SetLimit[] => rows.filter(({ value }) => value !== '').map(numbersOf);

/** True of a row whose limit lets nothing through any more. */
export function isRowUsedUp(row: OwnLimitRow): boolean {
  const { bound, used } = numbersOf(row);
  return row.value !== '' && isUsedUp(bound, used);
}

/** Of those that are used up the ones that keep from trades. */
export const usedUpOf = (rows: readonly OwnLimitRow[]): readonly LimitHold[] =>
  rows.filter(isRowUsedUp).flatMap(({ kind, value, turns }) => {
    const measure = measureOf(kind);
    return measure === 'deposit' ? [] : [{ why: 'limit', measure, bound: boundText(kind, value), untilMs: turns }];
  });
