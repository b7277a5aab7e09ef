/** The house's side of the ledger (decision D9.16). Their ids are fixed, so that no posting has to look them up; they keep no balance. */
import type { HouseAccount, Realm } from '../database/schema.ts';

/** In the order of their ids; new ones go to the end. */
export const HOUSE_ACCOUNTS: readonly HouseAccount[] = [
  'equity_in',
  'deposits',
  'withdrawals',
  'fees',
  'pnl',
  'protection',
  'loan',
  'fund',
  'micro',
  'financing',
];

/** Ids of the real realm start here; those of the demo realm at 1. All lie below 1000. */
const REAL_FROM = 500;

/** Id of a house account: 1, 2, … in the demo realm, 501, 502, … in the real one. */
export function houseAccountId(realm: Realm, account: HouseAccount): number {
  const position = HOUSE_ACCOUNTS.indexOf(account) + 1;
  return realm === 'demo' ? position : REAL_FROM + position;
}
