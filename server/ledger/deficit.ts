/**
 * What happens when a realised loss is larger than the cash (decision D1.4.04): the rest is booked to the account's own deficit,
 * repaid first from whatever cash comes back, and forgiven only when the account is flat. Otherwise closing the losing leg of a
 * hedge first would take money from the house.
 */
import { type Money, minDecimal } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import type { HouseAccount } from '../database/schema.ts';
import { type AccountPartRow, deficitOf, type PersonAccount } from './person-account.ts';
import { LOG_TYPE, type Posting, post } from './post.ts';

/** What a posting of this file belongs to: the deal, the order or the reset that caused it, and which time of it. */
type PostingCause = Pick<Posting, 'refType' | 'refId' | 'occurrence' | 'atMs'>;
/** A gain, or below zero a loss, and what it is posted as against which account of the house. */
type Gain = Pick<Posting, 'kind' | 'logType' | 'memo'> & { readonly amount: Money; readonly house: HouseAccount };

const frame = (account: PersonAccount, cause: PostingCause) => ({ ...cause, realm: account.realm, userId: account.userId });

/** The postings of a gain or loss: what a loss takes beyond `cash` becomes deficit, so that no balance falls below zero. */
export function gainPostings(account: PersonAccount, gain: Gain, cash: Money, cause: PostingCause): Posting[] {
  const { amount, kind, logType, memo, house } = gain;
  const { balance, deficit } = account.parts;
  const moved = amount >= 0n ? amount : -minDecimal<Money>(-amount, cash);
  const beyond = amount - moved;
  const against = (part: AccountPartRow, value: Money) => [
    { part, amount: value },
    { house, amount: -value },
  ];
  const postings: Posting[] = [];
  if (moved !== 0n) postings.push({ ...frame(account, cause), kind, logType, memo, entries: against(balance, moved) });
  if (beyond === 0n) return postings;
  const owed = { kind: 'deficit_book', logType: LOG_TYPE.deficit, memo };
  return [...postings, { ...frame(account, cause), ...owed, entries: against(deficit, beyond) }];
}

/** Books a realised profit or loss against the house. */
export async function bookProfit(trx: Trx, account: PersonAccount, profit: Money, memo: string, cause: PostingCause): Promise<void> {
  const gain: Gain = { amount: profit, kind: 'profit', logType: LOG_TYPE.contractProfit, memo, house: 'pnl' };
  for (const posting of gainPostings(account, gain, account.parts.balance.balance, cause)) await post(trx, posting);
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

/**
 * The house pays what is left. Only for an account without open positions and pending orders: the caller makes sure. While a stake is out
 * nothing is forgiven: it may come back (decision D9.124).
 */
export async function forgiveDeficit(trx: Trx, account: PersonAccount, cause: PostingCause): Promise<void> {
  const amount = deficitOf(account);
  if (amount <= 0n || account.parts.stake.balance > 0n) return;
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
