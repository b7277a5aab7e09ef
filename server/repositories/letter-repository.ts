/** Rows of letters. SQL of table `letter` only; rules live in `server/letters`. */
import { type Insertable, type Selectable, sql as words } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { Database } from '../database/schema.ts';
import { ASKED_TEMPLATES } from '../letters/letter.ts';
import { callingCode } from '../users/phone-number.ts';
import type { Sql } from './user-repository.ts';

type LetterRow = Selectable<Database['letter']>;
/** With the word that its person wants in their letters; null or '' without one. */
export type WordedLetter = LetterRow & { readonly word: string | null };

const wordedLetters = (sql: Sql) =>
  sql.selectFrom('letter').leftJoin('user', 'user.id', 'letter.user_id').selectAll('letter').select('user.letter_word as word');

export async function insertLetter(sql: Sql, letter: Insertable<Database['letter']>): Promise<void> {
  await sql.insertInto('letter').values(letter).execute();
}

/** Letters that wait to be sent, counted up to `limit`. */
export async function countWaiting(sql: Sql, limit: number): Promise<number> {
  const waiting = sql.selectFrom('letter').select('id').where('state', '=', 'waiting').limit(limit).as('some');
  const row = await sql
    .selectFrom(waiting)
    .select((select) => select.fn.countAll().as('letters'))
    .executeTakeFirstOrThrow();
  return Number(row.letters);
}

/** Short messages written since. One that was never handed to a gateway has cost nothing and does not count. */
const smsSince = (sql: Sql, sinceMs: number) =>
  sql
    .selectFrom('letter')
    .select('id')
    .where('created_at', '>', sinceMs)
    .where('channel', '=', 'sms')
    .where((is) => is.or([is('state', '<>', 'failed'), is('tries', '>', 0)]));

async function countUpTo(sql: Sql, letters: ReturnType<typeof smsSince>, limit: number): Promise<number> {
  const row = await sql
    .selectFrom(letters.limit(limit).as('some'))
    .select((select) => select.fn.countAll().as('letters'))
    .executeTakeFirstOrThrow();
  return Number(row.letters);
}

/** Short messages written since to numbers that begin so ('+': to any), counted up to `limit`. */
export const countSmsSince = (
  sql: Sql,
  { sinceMs, begin, limit }: { readonly sinceMs: number; readonly begin: string; readonly limit: number },
): Promise<number> => countUpTo(sql, smsSince(sql, sinceMs).where('target', 'like', `${begin}%`), limit);

/** Those that told a person of their account, whoever asked for codes to their number. */
export const countOwnerSms = (
  sql: Sql,
  { userId, sinceMs, limit }: { readonly userId: number; readonly sinceMs: number; readonly limit: number },
): Promise<number> =>
  countUpTo(sql, smsSince(sql, sinceMs).where('user_id', '=', userId).where('template', 'not in', ASKED_TEMPLATES), limit);

/** What is to be tried now of a channel, the longest due first. */
export const dueLetters = (sql: Sql, channel: LetterRow['channel'], nowMs: number, limit: number): Promise<WordedLetter[]> =>
  wordedLetters(sql)
    .where('letter.state', '=', 'waiting')
    .where('letter.channel', '=', channel)
    .where('letter.due', '<=', nowMs)
    .orderBy('letter.due')
    .orderBy('letter.id')
    .limit(limit)
    .execute();

/** Takes a letter for one try; false when another node took it. It is due again at `untilMs`, should this process end before it says what became of it. */
export async function claimLetter(sql: Sql, { id, tries }: LetterRow, untilMs: number): Promise<boolean> {
  const result = await sql
    .updateTable('letter')
    .set({ tries: tries + 1, due: untilMs })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function delayLetter(sql: Sql, id: number, dueMs: number): Promise<void> {
  await sql.updateTable('letter').set({ due: dueMs }).where('id', '=', id).where('state', '=', 'waiting').execute();
}

type Ending = {
  readonly state: 'sent' | 'failed' | 'none';
  readonly failure: string;
  readonly endedAtMs: number;
  readonly keepsParams: boolean;
};

export async function endLetter(sql: Sql, id: number, { state, failure, endedAtMs, keepsParams }: Ending): Promise<void> {
  await sql
    .updateTable('letter')
    .set({ state, failure, ended_at: endedAtMs, ...(keepsParams ? {} : { params: '{}' }) })
    .where('id', '=', id)
    .execute();
}

/** The newest letters, newest first; all of them or those to one address. */
export function newestLetters(sql: Sql, limit: number, target?: string): Promise<WordedLetter[]> {
  const letters = wordedLetters(sql).where('letter.target', '!=', '');
  const asked = target === undefined ? letters : letters.where('letter.target', '=', target);
  return asked.orderBy('letter.id', 'desc').limit(limit).execute();
}

/** Forgets letters that were written before, at most `limit` of them. */
export async function deleteOldLetters(sql: Sql, beforeMs: number, limit: number): Promise<void> {
  const old = sql.selectFrom('letter').select('id').where('created_at', '<', beforeMs).where('state', '!=', 'waiting').limit(limit);
  await sql.deleteFrom('letter').where('id', 'in', old).execute();
}

/**
 * Forgets what was written to a person. Of short messages the row stays, with nothing of them but the calling code that it went to: the messages of a
 * day are counted by it, and whoever closes an account gets none of them back. `addresses`: they are in letters too that were sent before there was an account.
 */
export async function forgetLetters(trx: Trx, userId: number, addresses: readonly string[]): Promise<void> {
  const isTheirs = words<boolean>`(user_id = ${userId}${addresses.length > 0 ? words` or target in (${words.join(addresses)})` : words``})`;
  const numbers = await trx
    .selectFrom('letter')
    .select('target')
    .distinct()
    .where(isTheirs)
    .where('channel', '=', 'sms')
    .where('target', 'like', '+%')
    .execute();
  for (const { target } of numbers) {
    await trx
      .updateTable('letter')
      .set({
        ...{ user_id: null, target: `+${callingCode(target.slice(1))}`, params: '{}' },
        state: words`case when state = 'waiting' then 'none' else state end`,
      })
      .where(isTheirs)
      .where('target', '=', target)
      .execute();
  }
  await trx.deleteFrom('letter').where(isTheirs).execute();
}
