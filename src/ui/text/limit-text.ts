/** Limits on oneself as a person reads them. */
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import { isCount, type LimitKind } from '#domain/own-limits.ts';
import { moneyText } from './money.ts';

/** A count as it is, an amount with its currency. `value`: as the wire has it. */
export const boundText = (kind: LimitKind, value: string): string =>
  isCount(kind) ? value : moneyText(decimalFromWire<Money>(value) ?? 0n);
