/** Rows of the site's configuration, menu, area codes and news, with their texts per language. */
import type { Insertable } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Sql } from './user-repository.ts';

/** Every second language falls back to this one. */
const FALLBACK_LANG = 'en';
/** Rows of one INSERT: stays far below the 32,766 parameters of SQLite. */
const ROWS_PER_INSERT = 500;
/** Longest list of news that the home ticker gets (decision D2.7.16). */
const HOME_NEWS_MAX = 10;

export const allSettings = (sql: Sql): Promise<{ key: string; value: string }[]> =>
  sql.selectFrom('setting').select(['key', 'value']).execute();

export async function insertSettings(sql: Sql, values: Readonly<Record<string, string>>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }));
  if (rows.length > 0) await sql.insertInto('setting').values(rows).execute();
}

/** Changes one setting; the caller has checked that the name exists. */
export async function putSetting(sql: Sql, key: string, value: string): Promise<void> {
  await sql
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

type MenuTexts = { menu: Insertable<Database['menu']>; titles: Readonly<Record<string, string>> };

export async function insertMenu(sql: Sql, rows: readonly MenuTexts[]): Promise<void> {
  await sql
    .insertInto('menu')
    .values(rows.map((row) => row.menu))
    .execute();
  const texts = rows.flatMap((row) => Object.entries(row.titles).map(([lang, title]) => ({ menu_id: row.menu.id, lang, title })));
  await sql.insertInto('menu_text').values(texts).execute();
}

/** The menu in its order of show, titles in a language. */
export async function menuRows(sql: Sql, lang: string) {
  const menu = await sql.selectFrom('menu').selectAll().orderBy('menu_group').orderBy('sort').orderBy('id').execute();
  const texts = await sql.selectFrom('menu_text').selectAll().where('lang', 'in', [lang, FALLBACK_LANG]).execute();
  const titles = byLanguage(texts, lang, (text) => text.menu_id);
  return menu.map((row) => ({ ...row, title: titles.get(row.id)?.title ?? '' }));
}

type AreaTexts = { area: Insertable<Database['area']>; names: Readonly<Record<string, string>> };

export async function insertAreas(sql: Sql, rows: readonly AreaTexts[]): Promise<void> {
  const texts = rows.flatMap((row) => Object.entries(row.names).map(([lang, name]) => ({ area_id: row.area.id, lang, name })));
  await sql
    .insertInto('area')
    .values(rows.map((row) => row.area))
    .execute();
  for (let from = 0; from < texts.length; from += ROWS_PER_INSERT) {
    await sql
      .insertInto('area_text')
      .values(texts.slice(from, from + ROWS_PER_INSERT))
      .execute();
  }
}

/** Every country that is served, with its name in a language. */
export async function areaRows(sql: Sql, lang: string) {
  const areas = await sql.selectFrom('area').selectAll().orderBy('id').execute();
  const texts = await sql.selectFrom('area_text').selectAll().where('lang', 'in', [lang, FALLBACK_LANG]).execute();
  const names = byLanguage(texts, lang, (text) => text.area_id);
  return areas.map((row) => ({ ...row, name: names.get(row.id)?.name ?? row.code }));
}

/** `code`: ISO 3166-1 alpha-2. */
export const areaByCode = (sql: Sql, code: string) => sql.selectFrom('area').selectAll().where('code', '=', code).executeTakeFirst();

export const areaById = (sql: Sql, id: number) => sql.selectFrom('area').selectAll().where('id', '=', id).executeTakeFirst();

type NewsTexts = {
  news: Insertable<Database['news']>;
  texts: Readonly<Record<string, { title: string; summary: string; content: string }>>;
};

export async function insertNews(sql: Sql, rows: readonly NewsTexts[]): Promise<void> {
  const texts = rows.flatMap((row) => Object.entries(row.texts).map(([lang, text]) => ({ news_id: row.news.id, lang, ...text })));
  await sql
    .insertInto('news')
    .values(rows.map((row) => row.news))
    .execute();
  await sql.insertInto('news_text').values(texts).execute();
}

/** Titles for the home ticker, newest first. */
export async function homeNews(sql: Sql, lang: string): Promise<{ id: number; title: string }[]> {
  const news = await sql
    .selectFrom('news')
    .select('id')
    .where('on_home', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(HOME_NEWS_MAX)
    .execute();
  if (news.length === 0) return [];
  const ids = news.map((row) => row.id);
  const texts = await sql
    .selectFrom('news_text')
    .select(['news_id', 'lang', 'title'])
    .where('news_id', 'in', ids)
    .where('lang', 'in', [lang, FALLBACK_LANG])
    .execute();
  const titles = byLanguage(texts, lang, (text) => text.news_id);
  return ids.map((id) => ({ id, title: titles.get(id)?.title ?? '' }));
}

/** One text per id: the asked language's where there is one, else the fallback's. */
function byLanguage<T extends { lang: string }>(texts: readonly T[], lang: string, idOf: (text: T) => number): Map<number, T> {
  const found = new Map<number, T>();
  for (const text of texts) {
    if (text.lang === lang || !found.has(idOf(text))) found.set(idOf(text), text);
  }
  return found;
}
