/** Rows of pictures and puzzles that wait for their answer. SQL of table `captcha` only; rules live in `server/codes`. */
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

export async function insertCaptcha(sql: Sql, captcha: Insertable<Database['captcha']>): Promise<void> {
  await sql.insertInto('captcha').values(captcha).execute();
}

/** Takes a captcha out for good; `undefined` when it is not there, or somebody else took it. */
export const takeCaptcha = (sql: Sql, id: string): Promise<Selectable<Database['captcha']> | undefined> =>
  sql.deleteFrom('captcha').where('id', '=', id).returningAll().executeTakeFirst();

/** Captchas that wait, counted up to `limit`. */
export async function countCaptchas(sql: Sql, limit: number): Promise<number> {
  const some = sql.selectFrom('captcha').select('id').limit(limit).as('some');
  const row = await sql
    .selectFrom(some)
    .select((select) => select.fn.countAll().as('captchas'))
    .executeTakeFirstOrThrow();
  return Number(row.captchas);
}

/** Forgets captchas that are over, at most `limit` of them. */
export async function deleteOldCaptchas(sql: Sql, expiredBeforeMs: number, limit: number): Promise<void> {
  const over = sql.selectFrom('captcha').select('id').where('expires_at', '<', expiredBeforeMs).limit(limit);
  await sql.deleteFrom('captcha').where('id', 'in', over).execute();
}
