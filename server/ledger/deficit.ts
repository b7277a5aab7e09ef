/**
 * What happens when a realised loss is larger than the cash (decision D1.4.04): the rest is booked to the account's own deficit,
 * repaid first from whatever cash comes back, and forgiven only when the account is flat. Otherwise closing the losing leg of a
 * hedge first would take money from the house.
 */
import { type Money, minDecimal } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { deficitOf, type PersonAccount } from './person-account.ts';
import { LOG_TYPE, type Posting, post } from './post.ts';

/** What a posting of this file belongs to: the deal (or reset) that caused it. */
export type PostingCause = Pick<Posting, 'refType' | 'refId' | 'atMs'>;

const frame = (account: PersonAccount, cause: PostingCause) => ({ ...cause, realm: account.realm, userId: account.userId });

/** Books a realised profit or loss against the house; a loss beyond the cash becomes deficit, so no balance falls below zero. */
export async function bookProfit(trx: Trx, account: PersonAccount, profit: Money, memo: string, cause: PostingCause): Promise<void> {
  const { balance, deficit } = account.parts;
  const cash = profit >= 0n ? profit : -minDecimal<Money>(-profit, balance.balance);
  const beyond = profit - cash;
  if (cash !== 0n) {
    await post(trx, {
      ...frame(account, cause),
      kind: 'profit',
      logType: LOG_TYPE.contractProfit,
      memo,
      entries: [
        { part: balance, amount: cash },
        { house: 'pnl', amount: -cash },
      ],
    });
  }
  if (beyond !== 0n) {
    await post(trx, {
      ...frame(account, cause),
      kind: 'deficit_book',
      logType: LOG_TYPE.deficit,
      memo,
      entries: [
        { part: deficit, amount: beyond },
        { house: 'pnl', amount: -beyond },
      ],
    });
  }
}

/** Repays the deficit from the cash: due in every transaction after which both would be above zero. */
export async function repayDeficit(trx: Trx, account: PersonAccount, cause: PostingCause): Promise<void> {
  const { balance, deficit } = account.parts;
  const amount = minDecimal<Money>(balance.balance, deficitOf(account));
  if (amount <= 0n) return;
  await post(trx, {
    ...frame(account, cause),
    kind: 'deficit_repay',
    logType: LOG_TYPE.deficit,
    memo: '',
    entries: [
      { part: balance, amount: -amount },
      { part: deficit, amount },
    ],
  });
}

/** The house pays what is left. Only for an account without open positions and pending orders: the caller makes sure. */
export async function forgiveDeficit(trx: Trx, account: PersonAccount, cause: PostingCause): Promise<void> {
  const amount = deficitOf(account);
  if (amount <= 0n) return;
  await post(trx, {
    ...frame(account, cause),
    kind: 'deficit_forgive',
    logType: LOG_TYPE.deficit,
    memo: '',
    entries: [
      { part: account.parts.deficit, amount },
      { house: 'protection', amount: -amount },
    ],
  });
}
