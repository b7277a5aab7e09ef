/** What Home reads beside the trade list: categories, headlines, mini charts. All public, all silent. */
import type { ProductCategory } from '#domain/product.ts';
import type { HomeNewsRow } from '#protocol/rest/site.ts';
import { categories, shortKline } from '#rest/forex.ts';
import { homeNews } from '#rest/site.ts';
import { lang } from '../language/language.ts';
import { request } from '../requests/request.ts';
import { type Query, useQuery } from './query.ts';

const LIST_STALE_MS = 300_000;
/** Mini charts are kept for a minute on the server too (decision D1.2.18). */
const MINI_STALE_MS = 60_000;

export const useCategories = (): Query<ProductCategory[]> =>
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
export const useMiniChart = (productId: number): Query<readonly number[]> =>
  useQuery({
    key: ['mini', productId],
    read: (signal) => shortKline(request, { productId, period: '5min' }, { signal, silent: true, initial: true }),
    staleMs: MINI_STALE_MS,
  });
