/** Fills configuration, menu, area codes and news on the first start of a database. A database that has them is left alone. */
import { LANGUAGE_TAGS, LANGUAGES } from '#domain/languages.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Profile } from '../config.ts';
import type { Db } from '../database/database.ts';
import { readFact, writeFact } from '../repositories/fact-repository.ts';
import { insertAreas, insertMenu, insertNews, insertSettings } from '../repositories/site-repository.ts';
import areas from '../seed/areas.json' with { type: 'json' };
import menu from '../seed/menu.json' with { type: 'json' };
import news from '../seed/news.json' with { type: 'json' };
import settings from '../seed/settings.json' with { type: 'json' };

const SEEDED = 'seed.site';

/** Seeds once, in one transaction. */
export async function seedSite(db: Db, profile: Profile, clock: Clock): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await readFact(trx, SEEDED)) !== undefined) return;
    await insertSettings(trx, settings[profile]);
    await insertMenu(
      trx,
      menu.map(({ title, group, ...row }) => ({ menu: { ...row, menu_group: group, is_mobile: 1 }, titles: title })),
    );
    await insertAreas(trx, areaSeed());
    if (profile === 'demo') {
      const nowMs = clock.now();
      await insertNews(
        trx,
        // An hour apart, so that the order of the file is the order of show, newest first.
        news.map((row, index) => ({ news: { id: row.id, created_at: nowMs - index * HOUR_MS, on_home: 1 }, texts: row.text })),
      );
    }
    await writeFact(trx, SEEDED, profile);
  });
}

/** '+001' is the specification's form: at least three digits, filled up with zeros (decision D1.5.02). */
const areaSeed = () => {
  const names = LANGUAGES.map((lang) => [lang, new Intl.DisplayNames(LANGUAGE_TAGS[lang], { type: 'region' })] as const);
  return areas.map(({ id, code, calling }) => ({
    area: { id, code, global_code: `+${calling.padStart(3, '0')}` },
    names: Object.fromEntries(names.map(([lang, display]) => [lang, display.of(code) ?? code])),
  }));
};
