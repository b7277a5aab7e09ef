/**
 * The account that an act of a person trades from, judged, under the locks of all of theirs: which one it is may change while a lock is waited
 * for. Where a person has one account, what still lies in the others comes over first (decision D9.425): nothing runs there, so that no tick
 * could have taken any of it.
 */
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../../database/database.ts';
import { repayDeficit } from '../../ledger/deficit.ts';
import { accountTypesOf, lockPersonAccounts, type PersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import { nextOccurrence } from '../../repositories/ledger-log-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import { type JudgedAccount, lockJudged } from '../judge/judge-account.ts';
import { lockedType } from '../orders/one-account.ts';
import { recordChange } from '../outbox/record-change.ts';
import type { Trader } from '../trading.ts';
import { balanceEvent } from '../views/account-row.ts';

type Asked = { readonly usual: 'forex' | 'micro'; readonly productId?: number };

async function lockAll(parts: DeskParts, trx: Trx, trader: Trader, usual: Asked['usual']) {
  if (trader.realm === 'demo') return { type: 'demo', all: [] } as const;
  // Together, since accounts are locked in one order.
  const all = await lockPersonAccounts(
    trx,
    accountTypesOf(trader.realm).map((type) => ({ userId: trader.id, type })),
  );
  return { type: lockedType(parts.settings, all, usual), all };
}

/** For an act on what is there already. Throws `AccountBusyError` as `lockJudged` does. */
export async function lockTraded(parts: DeskParts, trx: Trx, trader: Trader): Promise<JudgedAccount> {
  const { type } = await lockAll(parts, trx, trader, 'forex');
  return lockJudged(parts, trx, { userId: trader.id, type });
}

/** For an act that opens something. Throws the same. */
export async function lockTrading(parts: DeskParts, trx: Trx, trader: Trader, { usual, productId }: Asked): Promise<JudgedAccount> {
  const { type, all } = await lockAll(parts, trx, trader, usual);
  const judged = await lockJudged(parts, trx, { userId: trader.id, type }, productId);
  const left = all.filter((it) => type === 'change' && it.type !== type && it.parts.balance.balance > 0n);
  if (left.length > 0) await gather(parts, trx, judged, left);
  return judged;
}

async function gather(parts: DeskParts, trx: Trx, { account, seq, tapeMs }: JudgedAccount, left: readonly PersonAccount[]): Promise<void> {
  const { userId, realm } = account;
  const ref = { kind: 'gather', refType: 'user', refId: userId } as const;
  const occurrence = await nextOccurrence(trx, ref.kind, ref.refType, ref.refId);
  await post(trx, {
    ...{ ...ref, realm, userId, occurrence, atMs: tapeMs },
    logType: LOG_TYPE.transfer,
    memo: '',
    entries: [
      { part: account.parts.balance, amount: left.reduce<Money>((sum, { parts: { balance } }) => sum + balance.balance, 0n) },
      ...left.map(({ parts: { balance } }) => ({ part: balance, amount: -balance.balance })),
    ],
  });
  await repayDeficit(trx, account, { refType: 'user', refId: userId, occurrence, atMs: tapeMs });
  await recordChange(trx, account, { seq, events: [balanceEvent(account)], nowMs: parts.clock.now() });
}
