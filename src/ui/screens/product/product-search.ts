/** What the server finds for a text; it knows names in every language. Nothing is asked for an empty one. */
import type { Product } from '#domain/product.ts';
import { searchProducts } from '#rest/product-search.ts';
import { lang } from '../../language/language.ts';
import { request } from '../../requests/request.ts';
import { type Query, useQuery } from '../../state/query.ts';

const FOUND_STALE_MS = 300_000;

export const useProductSearch = (text: string): Query<readonly Product[]> =>
  useQuery({
    key: ['search', text, lang.value],
    read: (signal) => searchProducts(request, text, { signal, silent: true, initial: true }),
    staleMs: FOUND_STALE_MS,
    enabled: text !== '',
  });
