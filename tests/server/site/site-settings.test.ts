import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS } from '#domain/flags.ts';
import type { Db } from '#server/database/database.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import settings from '#server/seed/settings.json' with { type: 'json' };
import { createSiteSettings, SettingNameError } from '#server/site/site-settings.ts';
import { eachDatabase } from '../each-database.ts';

it.each(Object.entries(settings))('D9.59 the seed of %s names settings that exist', (_profile, seed) => {
  expect(Object.keys(seed).filter((name) => !Object.hasOwn(CONFIG_DEFAULTS, name))).toEqual([]);
});

const put = (db: Db, name: string, value: string) => db.transaction((trx) => putSetting(trx, name, value));

eachDatabase('site settings', (openDatabase) => {
  const problemOf = (db: Db): Promise<unknown> => createSiteSettings(db).then(undefined, (error: unknown) => error);

  it('D9.59 a name that does not exist ends the start with a line that says which, and what is allowed', async () => {
    const db = await openDatabase();
    await put(db, 'is_micr', '1');
    await put(db, 'constructor', '1');
    const problem = await problemOf(db);
    expect(problem).toBeInstanceOf(SettingNameError);
    const { message } = problem as SettingNameError;
    expect(message).toMatch(/^setting: got .*takes a name of src\/domain\/flags\.ts/);
    expect([message.includes('"is_micr"'), message.includes('"constructor"'), message.includes('\n')]).toEqual([true, true, false]);
  });

  it('D9.59 a very long name, or one with a line break, does not run away with the line', async () => {
    const db = await openDatabase();
    await put(db, `a\nb${'x'.repeat(500)}`, '1');
    const { message } = (await problemOf(db)) as SettingNameError;
    expect([message.includes('\n'), message.length < 300]).toEqual([false, true]);
  });

  it('D9.59 one that comes while the server runs, as from a newer node, is left aside; known ones are read again', async () => {
    const db = await openDatabase();
    await put(db, 'site_name', 'Before');
    const site = await createSiteSettings(db);
    await put(db, 'is_from_tomorrow', '1');
    await put(db, 'site_name', 'After');
    await site.refresh();
    expect([site.get('site_name'), site.get('is_from_tomorrow'), site.isKnown('is_from_tomorrow')]).toEqual(['After', '', false]);
    expect(Object.keys(site.all())).not.toContain('is_from_tomorrow');
  });
});
