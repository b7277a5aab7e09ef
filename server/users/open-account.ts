/** Makes an account: a person of one realm with a public number, an invite code and the ledger accounts that trading needs. */
import { randomInt } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import { insertUser, isTaken, type NewUser, type UserRecord } from '../repositories/user-repository.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import { traderOf } from './user-row.ts';

/** Tries for a public number that nobody has; 90 million of them make a second try rare. */
const NUMBER_TRIES_MAX = 10;
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

type AccountFields = Pick<NewUser, 'realm' | 'email' | 'mobile' | 'area_id' | 'password_hash' | 'demo_id_hash'> &
  Partial<Pick<NewUser, 'pay_password_hash' | 'invited_by' | 'owner_id' | 'lang'>>;
export type OpenAccount = (trx: Trx, fields: AccountFields) => Promise<UserRecord>;

/** The account is there once the caller's transaction is. Rejects when its name is somebody's already: the transaction is then lost. */
export const createOpenAccount =
  ({ clock, trading }: { clock: Clock; trading: Pick<TradingDesk, 'openAccounts'> }): OpenAccount =>
  async (trx, fields) => {
    const nowMs = clock.now();
    const numbers = await freeNumbers((uid, inviteCode) => isTaken(trx, uid, inviteCode));
    const blank = { level: 1, credit_score: 100, frozen: 0, created_at: nowMs, last_seen_at: nowMs };
    const user = await insertUser(trx, { ...blank, ...numbers, ...fields });
    await trading.openAccounts(traderOf(user), trx);
    return user;
  };

/** A public 8-digit number and an invite code that nobody has. Throws after ten tries, because then something is broken. */
async function freeNumbers(taken: (uid: string, inviteCode: string) => Promise<boolean>): Promise<{ uid: string; invite_code: string }> {
  for (let attempt = 0; attempt < NUMBER_TRIES_MAX; attempt++) {
    const uid = String(randomInt(10_000_000, 100_000_000));
    const invite_code = Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
    if (!(await taken(uid, invite_code))) return { uid, invite_code };
  }
  throw new Error('no free account number in ten tries');
}
