/**
 * The account that an act opens something in, under its lock and judged. Where a person has one account, what still lies in the others comes
 * over first (decision D9.425): nothing runs there, so that no tick could have taken any of it.
 */
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../../database/database.ts';
import { repayDeficit } from '../../ledger/deficit.ts';
import { lockPersonAccounts, type PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import type { DeskParts } from '../desk-parts.ts';
import { type JudgedAccount, lockJudged } from '../judge/judge-account.ts';
import { RUNNING_PARTS, tradingAccount } from '../orders/one-account.ts';
import { recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';

type Asked = { readonly usual: 'forex' | 'micro'; readonly productId: number };

const isRunning = ({ parts }: PersonAccount): boolean => RUNNING_PARTS.some((part) => parts[part].balance > 0n);

/** Throws `AccountBusyError` as `lockJudged` does. */
export async function lockTrading(parts: DeskParts, trx: Trx, trader: Trader, { usual, productId }: Asked): Promise<JudgedAccount> {
  const type = await tradingAccount(parts, trx, trader, usual);
  const ref = { userId: trader.id, type };
  if (type !== 'change') return lockJudged(parts, trx, ref, productId);
  const others = (['forex', 'micro'] as const).map((it) => ({ userId: trader.id, type: it }));
  // Together, since accounts are locked in one order.
  const left = (await lockPersonAccounts(trx, [...others, ref])).filter((it) => it.type !== type && it.parts.balance.balance > 0n);
  // Opened while the lock was waited for, by a node that had not heard of the flag yet.
  if (left.some(isRunning)) return lockJudged(parts, trx, { userId: trader.id, type: usual }, productId);
  const judged = await lockJudged(parts, trx, ref, productId);
  if (left.length === 0) return judged;
  const { account, seq, tapeMs } = judged;
  const cause = { refType: 'user', refId: trader.id, occurrence: seq, atMs: tapeMs };
  await post(trx, {
    ...cause,
    realm: account.realm,
    userId: trader.id,
    kind: 'gather',
    logType: LOG_TYPE.transfer,
    memo: '',
    entries: [
      { part: account.parts.balance, amount: left.reduce<Money>((sum, { parts: { balance } }) => sum + balance.balance, 0n) },
      ...left.map(({ parts: { balance } }) => ({ part: balance, amount: -balance.balance })),
    ],
  });
  await repayDeficit(trx, account, cause);
  await recordChange(trx, account, { seq, events: [balanceEvent(account)], nowMs: parts.clock.now() });
  return judged;
}
