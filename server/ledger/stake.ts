/**
 * The stake of a micro trade in the books (decisions D1.4.12, D9.125): it leaves the cash for its lock when the trade opens, comes back whole
 * when it is over, and then the result is posted against the house. What is there in the end repays what is owed.
 */
import type { Money } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { gainPostings, repayDeficit } from './deficit.ts';
import type { PersonAccount } from './person-account.ts';
import { LOG_TYPE, type Posting, post, postAll } from './post.ts';

/** Whose stake moves, and when: trading time, unix ms. */
type Stake = { readonly microId: number; readonly amount: Money; readonly atMs: number };

const causeOf = ({ microId, atMs }: Stake) => ({ refType: 'micro', refId: microId, atMs });

function stakePosting(account: PersonAccount, stake: Stake, kind: 'stake_lock' | 'stake_release'): Posting {
  const locked = kind === 'stake_lock' ? stake.amount : -stake.amount;
  return {
    ...causeOf(stake),
    realm: account.realm,
    userId: account.userId,
    kind,
    logType: LOG_TYPE.stake,
    memo: String(stake.microId),
    entries: [
      { part: account.parts.balance, amount: -locked },
      { part: account.parts.stake, amount: locked },
    ],
  };
}

export async function lockStake(trx: Trx, account: PersonAccount, stake: Stake): Promise<void> {
  await post(trx, stakePosting(account, stake, 'stake_lock'));
}

/** `profit`: what the trade came to, below zero at most the stake; 0 of a void one. */
export async function settleStake(trx: Trx, account: PersonAccount, stake: Stake & { readonly profit: Money }): Promise<void> {
  const { amount, profit, microId } = stake;
  const result = { amount: profit, kind: 'micro_result', logType: LOG_TYPE.microResult, memo: String(microId), house: 'micro' } as const;
  const cash = account.parts.balance.balance + amount;
  await postAll(trx, [stakePosting(account, stake, 'stake_release'), ...gainPostings(account, result, cash, causeOf(stake))]);
  await repayDeficit(trx, account, causeOf(stake));
}
