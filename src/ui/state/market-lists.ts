/** What the market pages read beside the trade list: categories, headlines, mini charts, a search. All public, all silent. */
import type { CategoryRow, ProductRow } from '#protocol/rest/forex.ts';
import type { ShortCandleRow } from '#protocol/rest/kline.ts';
import type { HomeNewsRow } from '#protocol/rest/site.ts';
import { categories, searchProducts, shortKline } from '#rest/forex.ts';
import { homeNews } from '#rest/site.ts';
import { lang } from '../language/language.ts';
import { request } from '../requests/request.ts';
import { type Query, useQuery } from './query.ts';

const LIST_STALE_MS = 300_000;
/** Mini charts are kept for a minute on the server too (decision D1.2.18). */
const MINI_STALE_MS = 60_000;

export const useCategories = (): Query<CategoryRow[]> =>
  useQuery({
    key: ['categories', lang.value],
    read: (signal) => categories(request, { signal, silent: true, initial: true }),
    staleMs: LIST_STALE_MS,
  });

export const useHomeNews = (): Query<HomeNewsRow[]> =>
  useQuery({
    key: ['home-news', lang.value],
    read: (signal) => homeNews(request, { signal, silent: true, initial: true }),
    staleMs: LIST_STALE_MS,
  });

/** Up to 60 closes of 5 minutes. */
export const useMiniChart = (productId: number): Query<ShortCandleRow[]> =>
  useQuery({
    key: ['mini', productId],
    read: (signal) => shortKline(request, { forex_id: productId, period: '5min' }, { signal, silent: true, initial: true }),
    staleMs: MINI_STALE_MS,
  });

/** The server's own search, which knows names in every language; nothing is asked for an empty text. */
export const useProductSearch = (text: string): Query<ProductRow[]> =>
  useQuery({
    key: ['search', text, lang.value],
    read: (signal) => searchProducts(request, text, { signal, silent: true, initial: true }),
    staleMs: LIST_STALE_MS,
    enabled: text !== '',
  });
