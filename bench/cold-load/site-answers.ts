/** What the product's own server says of the site (settings, menu, news, categories, names of products): asked once, served to every page. */
import type { ProductRow } from '../../src/protocol/rest/forex.ts';
import { startServer } from '../../tests/e2e/server-process.ts';

export type SiteAnswers = {
  /** Envelopes by path. */
  readonly envelopes: ReadonlyMap<string, string>;
  readonly products: readonly ProductRow[];
};

const PATHS = [
  '/api/basicSet/getBasicInfo',
  '/api/menu',
  '/api/news/homeList',
  '/api/default/area_list',
  '/v2/api/forex/getCategories',
  '/api/company/getCompanyStatus',
];
const TRADE_LIST = '/v2/api/forex/trade_list';

type Reply = { code: number; data: unknown };

/** Starts the built server for as long as the asking takes. The stand-in's socket speaks the base profile, so no other is offered. */
export async function siteAnswers(): Promise<SiteAnswers> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  const ask = async (path: string): Promise<Reply> => {
    const reply = (await (await fetch(`${server.url}${path}`)).json()) as Reply;
    if (reply.code !== 1) throw new Error(`${path}: code ${reply.code}`);
    return reply;
  };
  try {
    const envelopes = new Map<string, string>();
    for (const path of PATHS) {
      const reply = await ask(path);
      if (path.endsWith('getBasicInfo')) Object.assign(reply.data as object, { ws_profiles: '' });
      envelopes.set(path, JSON.stringify(reply));
    }
    return { envelopes, products: (await ask(TRADE_LIST)).data as ProductRow[] };
  } finally {
    await server.remove();
  }
}
