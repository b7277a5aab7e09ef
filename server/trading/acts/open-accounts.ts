/** The ledger accounts of a new user and what a demo user starts with. Repeating it changes nothing. */
import { decimal, type Money } from '#domain/decimal.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import type { Trx } from '../../database/database.ts';
import { createPersonAccounts, lockPersonAccount } from '../../ledger/person-account.ts';
import { LOG_TYPE, post } from '../../ledger/post.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';

/** What a demo account holds at its start and after a reset. */
export const demoBalance = (parts: DeskParts): Money => decimal<Money>(parts.settings.get('demo_balance') || SETTING_DEFAULTS.demo_balance);

/** Makes the accounts; a demo user gets `demo_balance` once, a real one nothing. */
export async function openAccounts(parts: DeskParts, trx: Trx, trader: Trader): Promise<void> {
  await createPersonAccounts(trx, { userId: trader.id, realm: trader.realm });
  const amount = demoBalance(parts);
  if (trader.realm !== 'demo' || amount <= 0n) return;
  const account = await lockPersonAccount(trx, trader.id, 'demo');
  await post(trx, {
    realm: trader.realm,
    userId: trader.id,
    kind: 'demo_grant',
    refType: 'user',
    refId: trader.id,
    logType: LOG_TYPE.demoGrant,
    memo: 'demo',
    atMs: parts.tape.watermarkMs(),
    entries: [
      { part: account.parts.balance, amount },
      { house: 'equity_in', amount: -amount },
    ],
  });
}
