/** How a row of the account's log looks on the wire (decision D1.3.16). */
import { formatDecimal, type Money } from '#domain/decimal.ts';
import type { LogRow } from './rest/account.ts';
import { stampToWire } from './stamp.ts';

type LogLine = {
  readonly id: number;
  /** Signed. */
  readonly amount: Money;
  /** Number of its kind; 10 shows the memo, all others the words. */
  readonly type: number;
  readonly memo: string;
  /** The same in the language that was asked for. */
  readonly words: string;
  readonly createdAtMs: number;
  readonly balanceAfter: Money;
  /** What caused it, most often the number of an order. */
  readonly reference: string;
};

export const logLineToWire = (line: LogLine): LogRow => ({
  Id: line.id,
  Value: formatDecimal(line.amount),
  Type: line.type,
  Memo: line.memo,
  MemoTran: line.words,
  CreatedAtTran: stampToWire(line.createdAtMs),
  BalanceAfter: formatDecimal(line.balanceAfter),
  RefId: line.reference,
});
