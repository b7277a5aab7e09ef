/**
 * Posting the nights of an account's positions (decision D9.67): one posting per position and night, in the order of the positions. What the
 * cash does not cover becomes deficit; what is there in the end repays it.
 */
import { type Money, maxDecimal } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { gainPostings, repayDeficit } from './deficit.ts';
import type { PersonAccount } from './person-account.ts';
import { LOG_TYPE, type Posting, postAll, TOGETHER_MAX } from './post.ts';

/** What a night brings a position; below zero it is charged, never zero. */
export type NightAmount = { readonly orderId: number; readonly amount: Money };

const GAIN = { kind: 'financing', logType: LOG_TYPE.financing, house: 'financing' } as const;

/** Posts the nights that fell due at a time (unix ms), each once. */
export async function postNights(trx: Trx, account: PersonAccount, nights: readonly NightAmount[], dueMs: number): Promise<void> {
  const causeOf = (orderId: number) => ({ refType: 'order', refId: orderId, occurrence: dueMs, atMs: dueMs });
  const postings: Posting[] = [];
  let cash = account.parts.balance.balance;
  for (const { orderId, amount } of nights) {
    postings.push(...gainPostings(account, { ...GAIN, amount, memo: String(orderId) }, cash, causeOf(orderId)));
    cash = maxDecimal<Money>(0n, cash + amount);
  }
  for (let at = 0; at < postings.length; at += TOGETHER_MAX) await postAll(trx, postings.slice(at, at + TOGETHER_MAX));
  const last = nights.at(-1);
  if (last) await repayDeficit(trx, account, causeOf(last.orderId));
}
