/** What goes with every change of a credential, in its transaction: a row of the audit and a letter to the owner (security S41, decision D9.28). */
import { withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import type { Language } from '#domain/languages.ts';
import type { Trx } from '../database/database.ts';
import type { LetterTemplate } from '../letters/letter.ts';
import type { Letters } from '../letters/letters.ts';
import { networkOf } from '../limits/network-of.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';

/** From where, and in which language, somebody changes a credential. */
export type ChangeCause = { readonly address: string; readonly lang: Language };
type Change = ChangeCause & {
  readonly user: UserRecord;
  /** Act of the audit, such as `password`. */
  readonly act: string;
  readonly template: LetterTemplate;
  readonly atMs: number;
};

const MINUTE_TEXT_LENGTH = 16;
/** '2026-03-04 10:00', UTC. */
const timeText = (atMs: number): string => new Date(atMs).toISOString().slice(0, MINUTE_TEXT_LENGTH).replace('T', ' ');

/** Writes both. Every mail of a change says when and from where it was made, and until when withdrawals wait. */
export async function noteCredentialChange(
  letters: Letters,
  trx: Trx,
  { user, act, template, address, lang, atMs }: Change,
): Promise<void> {
  const who = `user:${user.uid}`;
  const network = networkOf(address);
  const params = { uid: user.uid, time: timeText(atMs), until: timeText(withdrawalsLockedUntil(atMs)), network };
  await letters.tellOwner(trx, user, { template, lang, params });
  // Last: until the transaction ends no other act is added to the chain.
  await appendAudit(trx, { at: atMs, actor: who, act, subject: who, detail: `from ${network}` });
}
