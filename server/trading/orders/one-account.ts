/**
 * Whether a real person trades from one account or from three (decisions D1.3.15, D9.425): the operator's flag says so, and what runs already
 * keeps the accounts that it runs in until it is over. A demo user has the one account anyway.
 */
import type { AccountType } from '#domain/account.ts';
import { isOn } from '#domain/setting-defaults.ts';
import type { AccountPart } from '../../database/schema.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { type AccountRecord, partsOfPerson } from '../../repositories/account-repository.ts';
import type { Sql } from '../../repositories/user-repository.ts';
import type { Settings } from '../../site/settings.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';

/** The account that contract orders trade from, and the one that micro trades are staked from, where there are three. */
type UsualAccount = 'forex' | 'micro';

/** What orders, waiting orders and running micro trades hold. */
const RUNNING_PARTS: readonly AccountPart[] = ['margin', 'pending', 'stake'];

type Held = Pick<AccountRecord, 'type' | 'part' | 'balance'>;

/** `parts`: of all accounts of one person. */
function hasOneAccount(settings: Settings, parts: readonly Held[]): boolean {
  const hasRunning = (type: AccountType) => parts.some((row) => row.type === type && RUNNING_PARTS.includes(row.part) && row.balance > 0n);
  if (!parts.some(({ type }) => type === 'change') || hasRunning('forex') || hasRunning('micro')) return false;
  return isOn(settings.get('only_one_account')) || hasRunning('change');
}

/** A person's parts as they are shown: of one account, where there is one, whatever still lies in the others. */
export const shownParts = (settings: Settings, parts: readonly AccountRecord[]): readonly AccountRecord[] =>
  hasOneAccount(settings, parts) ? parts.map((row) => ({ ...row, type: 'change' as const })) : parts;

/** The account that a person trades from now, by the parts of all of theirs. */
export function tradingAccountIn(settings: Settings, parts: readonly AccountRecord[], trader: Trader): AccountType {
  if (trader.realm === 'demo') return 'demo';
  return hasOneAccount(settings, parts) ? 'change' : 'forex';
}

/** The same of a real person's accounts under their locks; `usual` where there are three. */
export function lockedType(settings: Settings, accounts: readonly PersonAccount[], usual: UsualAccount): AccountType {
  const held = accounts.flatMap(({ type, parts }) => RUNNING_PARTS.map((part) => ({ type, part, balance: parts[part].balance })));
  return hasOneAccount(settings, held) ? 'change' : usual;
}

/** The same read anew, for a look: an act asks under its locks. */
export const tradingAccount = async ({ settings }: Pick<DeskParts, 'settings'>, reader: Sql, trader: Trader): Promise<AccountType> =>
  trader.realm === 'demo' ? 'demo' : tradingAccountIn(settings, await partsOfPerson(reader, trader.id), trader);
