/**
 * Where a person's events stand, with the balances that belong to it, in one statement: no event lies between the two. Inside a
 * transaction that has added events it says the last of them: the person's row of `user_seq` is locked until the commit, so that no
 * other number comes between; and what the transaction holds under an account's lock is as it was after that event.
 */
import type { Kysely } from 'kysely';
import { balanceToWire } from '#protocol/balance-wire.ts';
import type { NumberedBalances } from '#protocol/rest/numbered-balances.ts';
import type { Database } from '../../database/schema.ts';
import { balancesAtSeq } from '../../repositories/outbox-repository.ts';
import type { Settings } from '../../site/settings.ts';
import { shownParts } from '../orders/one-account.ts';
import { ownBalances } from '../views/account-row.ts';

export async function numberedBalances(settings: Settings, sql: Kysely<Database>, userId: number): Promise<NumberedBalances> {
  const { epoch, seq, parts } = await balancesAtSeq(sql, userId);
  return { epoch, seq, balances: ownBalances(shownParts(settings, parts)).map(balanceToWire) };
}
