/** What Home reads beside the trade list: categories and headlines. All public, all silent. */
import type { ProductCategory } from '#domain/product.ts';
import type { HomeNewsRow } from '#protocol/rest/site.ts';
import { categories } from '#rest/forex.ts';
import { homeNews } from '#rest/site.ts';
import { lang } from '../language/language.ts';
import { request } from '../requests/request.ts';
import { type Query, type QueryInput, readAhead, useQuery } from './query.ts';

const LIST_STALE_MS = 300_000;

const categoriesQuery = (): QueryInput<ProductCategory[]> => ({
  key: ['categories', lang.value],
  read: (signal) => categories(request, { signal, silent: true, initial: true }),
  staleMs: LIST_STALE_MS,
});
const newsQuery = (): QueryInput<HomeNewsRow[]> => ({
  key: ['home-news', lang.value],
  read: (signal) => homeNews(request, { signal, silent: true, initial: true }),
  staleMs: LIST_STALE_MS,
});

export const useCategories = (): Query<ProductCategory[]> => useQuery(categoriesQuery());
export const useHomeNews = (): Query<HomeNewsRow[]> => useQuery(newsQuery());
/** Reads what Home is laid out by before it is shown. */
export const readHomeLists = (): Promise<unknown> => Promise.all([readAhead(categoriesQuery()), readAhead(newsQuery())]);
