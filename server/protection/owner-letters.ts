/** Tells people of what was done with their account: every letter says when and from where, and has a link for "this was not me". */
import type { Language } from '#domain/languages.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import type { LetterTemplate } from '../letters/letter.ts';
import { type Address, addressesOf, type Letters, languageOfOwner } from '../letters/letters.ts';
import { networkOf } from '../limits/network-of.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { NotMeLinks } from './not-me-links.ts';

/** From where, and in which language, somebody acts; the owner's letters are in the owner's, where it is known. */
export type ChangeCause = { readonly ip: string; readonly lang: Language };
type OwnerLetter = ChangeCause & {
  readonly template: LetterTemplate;
  /** As in the audit. With one the letter has a link that freezes. */
  readonly act?: string;
  readonly params?: Readonly<Record<string, string>>;
  /** The change of an address that the link takes back. */
  readonly undoes?: number;
};

export interface OwnerLetters {
  /** By mail where they have one, else by a short message. A demo account has neither. */
  tell(trx: Trx, user: UserRecord, letter: OwnerLetter): Promise<void>;
  /** To all of these, each with a link of its own: to what an account has and had, when it is about the addresses themselves or the account. */
  tellAll(trx: Trx, user: UserRecord, addresses: readonly Address[], letter: OwnerLetter): Promise<void>;
}

const MINUTE_TEXT_LENGTH = 16;
/** '2026-03-04 10:00', UTC. */
export const utcMinute = (atMs: number): string => new Date(atMs).toISOString().slice(0, MINUTE_TEXT_LENGTH).replace('T', ' ');

/** The minute from which on a time is past. */
export const utcMinuteUntil = (untilMs: number): string => utcMinute(Math.ceil(untilMs / MINUTE_MS) * MINUTE_MS);

type Parts = { readonly clock: Clock; readonly letters: Pick<Letters, 'tell'>; readonly links: Pick<NotMeLinks, 'write'> };

export function createOwnerLetters({ clock, letters, links }: Parts): OwnerLetters {
  const tellAll: OwnerLetters['tellAll'] = async (trx, user, addresses, { template, act, lang, ip, params = {}, undoes }) => {
    const common = { uid: user.uid, time: utcMinute(clock.now()), network: networkOf(ip) };
    for (const address of addresses) {
      const link = act === undefined ? {} : { link: await links.write(trx, user.id, act, undoes) };
      await letters.tell(trx, user.id, address, { template, lang: languageOfOwner(user, lang), params: { ...common, ...params, ...link } });
    }
  };
  return {
    tell: (trx, user, letter) => tellAll(trx, user, addressesOf(user).slice(0, 1), letter),
    tellAll,
  };
}
