/**
 * Mails and short messages. Each is written in the transaction of the act that it tells of, so that none is sent of what did not happen and
 * none is lost of what did; a worker sends it afterwards (`letter-delivery.ts`).
 */
import { type Language, languageOf } from '#domain/languages.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Trx } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { countOwnerSms, countSmsSince, countWaiting, deleteOldLetters, insertLetter } from '../repositories/letter-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Channel, Letter, LetterTemplate } from './letter.ts';

/** Letters that wait; one more that somebody asks for is refused, and the caller comes again. */
export const WAITING_MAX = 10_000;
/** Places of the queue that codes leave to what owners are told. */
const OWNER_WAITING_MAX = 12_000;
/** Short messages of a day: they cost money, and somebody may ask for them who wants just that. */
export const SMS_DAY_MAX = 5_000;
/** Those of a day that tell one person of their account: whoever acts for more than that has been told of often enough. */
export const OWNER_SMS_DAY_MAX = 15;
/** A letter to an owner that could not be sent for so long is dropped. */
const OWNER_LETTER_LIFE_MS = DAY_MS;
const KEPT_MS = 7 * DAY_MS;
const CLEAN_EVERY_MS = HOUR_MS;
const CLEAN_ROWS_MAX = 20_000;

export interface Letters {
  /** Writes a letter in the transaction of its act. Throws `BusyError` when too many wait; the act is then undone. Call `wake` after the commit. */
  write(trx: Trx, letter: Letter): Promise<void>;
  /**
   * Costs what a letter costs, its delivery included, and nobody is written to: neither an answer nor what is asked right behind it must tell by its
   * time whether somebody was.
   */
  writeNone(trx: Trx, letter: Omit<Letter, 'userId' | 'to' | 'params' | 'template'>): Promise<void>;
  /**
   * Tells somebody of what was done with their account, at one of their addresses. Never keeps the act from being done (decision D9.390): a letter for which
   * there is no place is written as one that failed, and sent to nobody.
   */
  tell(trx: Trx, userId: number, address: Address, text: OwnerText): Promise<void>;
  /** Something was committed: send soon. */
  wake(): void;
  /** Housekeeping: forgets what was sent long ago. */
  readonly cleaning: WallKind;
}

/** Where somebody is written to: e-mail address or E.164 number. */
export type Address = { readonly channel: Channel; readonly to: string };
/** Those of an account, the mail first; a demo account has none. */
export const addressesOf = ({ email, mobile }: Pick<UserRecord, 'email' | 'mobile'>): Address[] => [
  ...(email === null ? [] : [{ channel: 'email' as const, to: email }]),
  ...(mobile === null ? [] : [{ channel: 'sms' as const, to: mobile }]),
];

/** The language that somebody chose to be written to in; without one that of the call that the letter comes of. */
export const languageOfOwner = ({ lang }: Pick<UserRecord, 'lang'>, ofCall: Language): Language => languageOf(lang) ?? ofCall;

type OwnerText = { readonly template: LetterTemplate; readonly lang: Language; readonly params: Readonly<Record<string, string>> };

type Row = Parameters<typeof insertLetter>[1];
const rowOf = (letter: Letter, nowMs: number): Row => ({
  user_id: letter.userId ?? null,
  channel: letter.channel,
  target: letter.to,
  template: letter.template,
  lang: letter.lang,
  params: JSON.stringify(letter.params),
  ...{ state: 'waiting', tries: 0, due: nowMs, expires_at: nowMs + letter.lifeMs, created_at: nowMs, ended_at: 0, failure: '' },
});

const isSmsDayFull = async (trx: Trx, nowMs: number): Promise<boolean> =>
  (await countSmsSince(trx, { sinceMs: nowMs - DAY_MS, begin: '+', limit: SMS_DAY_MAX })) >= SMS_DAY_MAX;

/** Why there is no place for a letter to an owner; `undefined`: there is one. */
async function ownerProblem(trx: Trx, userId: number, channel: Channel, nowMs: number): Promise<string | undefined> {
  if ((await countWaiting(trx, OWNER_WAITING_MAX)) >= OWNER_WAITING_MAX) return 'too many letters wait';
  if (channel !== 'sms') return undefined;
  const own = await countOwnerSms(trx, { userId, sinceMs: nowMs - DAY_MS, limit: OWNER_SMS_DAY_MAX });
  if (own >= OWNER_SMS_DAY_MAX) return 'too many short messages to one person';
  return (await isSmsDayFull(trx, nowMs)) ? 'too many short messages today' : undefined;
}

/** `wake`: of the worker. */
export function createLetters({ clock, wake }: { clock: Clock; wake: () => void }): Letters {
  const insert = async (trx: Trx, letter: Letter): Promise<void> => {
    const nowMs = clock.now();
    if ((await countWaiting(trx, WAITING_MAX)) >= WAITING_MAX) throw new BusyError('too many letters wait');
    if (letter.channel === 'sms' && (await isSmsDayFull(trx, nowMs))) {
      throw new BusyError('too many short messages today');
    }
    await insertLetter(trx, rowOf(letter, nowMs));
  };
  return {
    write: insert,
    writeNone: (trx, letter) => insert(trx, { ...letter, userId: undefined, to: '', template: 'resetCode', params: {} }),
    async tell(trx, userId, address, text) {
      const nowMs = clock.now();
      const row = rowOf({ ...text, ...address, userId, lifeMs: OWNER_LETTER_LIFE_MS }, nowMs);
      const failure = await ownerProblem(trx, userId, address.channel, nowMs);
      await insertLetter(trx, failure === undefined ? row : { ...row, params: '{}', state: 'failed', ended_at: nowMs, failure });
    },
    wake,
    cleaning: { everyMs: CLEAN_EVERY_MS, run: (trx, nowMs) => deleteOldLetters(trx, nowMs - KEPT_MS, CLEAN_ROWS_MAX) },
  };
}
