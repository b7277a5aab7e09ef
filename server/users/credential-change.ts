/**
 * What goes with every change of a credential, in its transaction: withdrawals wait, a letter to the owner with a "not me" link, and a row
 * of the audit (security S41, decisions D9.28, D9.237).
 */
import { type CredentialChange, withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import type { Trx } from '../database/database.ts';
import type { LetterTemplate } from '../letters/letter.ts';
import type { Address } from '../letters/letters.ts';
import { BusyError } from '../limits/busy-error.ts';
import { networkOf } from '../limits/network-of.ts';
import { type ChangeCause, type OwnerLetters, utcMinuteUntil } from '../protection/owner-letters.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { markCredentialChanged, type UserRecord } from '../repositories/user-repository.ts';

/** What each act of the audit is to its person. */
const CHANGES = {
  password: 'password',
  'password reset': 'password',
  'pay password set': 'pay-set',
  'pay password': 'pay-changed',
  'factor.set': 'factor-on',
  'factor.remove': 'factor-off',
  'factor.codes': 'codes',
  'passkey.add': 'passkey-added',
  'passkey.remove': 'passkey-removed',
  email: 'email',
  phone: 'phone',
  word: 'word',
} as const satisfies Record<string, CredentialChange>;
export type CredentialAct = keyof typeof CHANGES;

type ToldTo = { readonly addresses: readonly Address[]; readonly template: LetterTemplate; readonly undoes?: number };
type Change = ChangeCause & {
  readonly user: UserRecord;
  /** Act of the audit, and what more it says there. */
  readonly act: CredentialAct;
  readonly detail?: string;
  /** Told to the person where they are told first; or to all of these, each in its words. */
  readonly template: LetterTemplate | readonly ToldTo[];
  /** What more the letter is made of. */
  readonly params?: Readonly<Record<string, string>>;
  readonly atMs: number;
  /** True for a new login password, which somebody whose account is frozen may and should set. */
  readonly whileFrozen?: boolean;
};

/** Throws `BusyError`, which undoes the act, when the account was frozen meanwhile: a freeze cancels the act. */
export async function noteCredentialChange(ownerLetters: OwnerLetters, trx: Trx, change: Change): Promise<void> {
  const { user, act, detail, template, ip, lang, atMs, whileFrozen = false } = change;
  const mark = { id: user.id, atMs, change: CHANGES[act], whileFrozen };
  if (!(await markCredentialChanged(trx, mark))) throw new BusyError('the account was frozen meanwhile');
  const params = { ...change.params, until: utcMinuteUntil(withdrawalsLockedUntil(atMs)) };
  const letter = { act, ip, lang, params };
  if (typeof template === 'string') await ownerLetters.tell(trx, user, { ...letter, template });
  else for (const { addresses, ...told } of template) await ownerLetters.tellAll(trx, user, addresses, { ...letter, ...told });
  const who = `user:${user.uid}`;
  // Last: until the transaction ends no other act is added to the chain.
  const from = `from ${networkOf(ip)}`;
  await appendAudit(trx, { at: atMs, actor: who, act, subject: who, detail: detail === undefined ? from : `${detail}, ${from}` });
}
