/** Configuration, menu, area codes and the home ticker: open to everybody (decision D1.7.25). */
import * as v from 'valibot';
import { areaListEndpoint, basicInfoEndpoint, homeNewsEndpoint, menuEndpoint, settingEndpoint } from '#protocol/rest/endpoints.ts';
import { AreaRow, BasicInfo, HomeNewsRow, MenuRow, SettingQuery } from '#protocol/rest/site.ts';
import type { Db } from '../database/database.ts';
import { done, refused } from '../outcome.ts';
import { areaRows, homeNews, menuRows } from '../repositories/site-repository.ts';
import type { SiteSettings } from '../site/site-settings.ts';
import type { TapeLog } from '../tape/log/tape-log.ts';
import { PUBLIC, publicRoute, type Route } from './route.ts';

const flag = (value: number): '0' | '1' => (value === 1 ? '1' : '0');

export function siteRoutes({ db, settings, tapeLog }: { db: Db; settings: SiteSettings; tapeLog: TapeLog }): Route[] {
  return [
    publicRoute({
      endpoint: basicInfoEndpoint,
      summary: 'The configuration of the site, a flat object of texts',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: BasicInfo,
      handle: async () => done({ ...settings.all(), tape_log: tapeLog.keys.logVkey }),
    }),
    publicRoute({
      endpoint: settingEndpoint,
      summary: 'One value of the configuration',
      access: PUBLIC,
      rate: 'list',
      input: SettingQuery,
      reply: v.string(),
      handle: async ({ input }) => (settings.isKnown(input.key) ? done(settings.get(input.key)) : refused('notFound')),
    }),
    publicRoute({
      endpoint: menuEndpoint,
      summary: 'Menu rows and the order of the home blocks',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: v.array(MenuRow),
      handle: async ({ lang }) =>
        done(
          (await menuRows(db.kysely, lang)).map((row) => ({
            id: row.id,
            group: row.menu_group,
            title: row.title,
            path: row.path,
            icon: row.icon,
            is_mobile: flag(row.is_mobile),
            allow_demo: flag(row.allow_demo),
            sort: row.sort,
          })),
        ),
    }),
    publicRoute({
      endpoint: areaListEndpoint,
      summary: 'Countries that are served, with their calling codes',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: v.array(AreaRow),
      handle: async ({ lang }) => done(await areaRows(db.kysely, lang)),
    }),
    publicRoute({
      endpoint: homeNewsEndpoint,
      summary: 'Titles for the ticker of the home page',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: v.array(HomeNewsRow),
      handle: async ({ lang }) => done(await homeNews(db.kysely, lang)),
    }),
  ];
}
