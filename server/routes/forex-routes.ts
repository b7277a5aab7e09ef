/** Quotes and candles: what anybody may read of the market. */
import * as v from 'valibot';
import { candleToWire, shortCandleToWire } from '#protocol/candle-wire.ts';
import { categoryToWire } from '#protocol/category-wire.ts';
import { type DayLine, dayClosesToWire } from '#protocol/day-closes.ts';
import { categoriesEndpoint, klineEndpoint, searchEndpoint, shortKlineEndpoint, tradeListEndpoint } from '#protocol/rest/endpoints.ts';
import { CategoryRow, ProductRow, SearchQuery } from '#protocol/rest/forex.ts';
import { CandleRow, ClosesRow, KlineQuery, ShortCandleRow, ShortKlineQuery } from '#protocol/rest/kline.ts';
import type { Product } from '../catalogue/catalogue.ts';
import { networkOf } from '../limits/network-of.ts';
import { done, refused } from '../outcome.ts';
import { createProductList, createProductRows, type ProductParts } from './product-row.ts';
import { PUBLIC, publicRoute, type Route } from './route.ts';
import { createShortKlines, ofDay, SHORT_POINTS_MAX } from './short-klines.ts';

/** Bars of a kline call that names no limit (decision D1.3.04). */
const BARS_PRESET = 300;

export function forexRoutes(parts: ProductParts): Route[] {
  const { catalogue, candles } = parts;
  const shortKlines = createShortKlines(parts);
  const productRow = createProductRows(parts);
  const productList = createProductList(parts);
  return [
    publicRoute({
      endpoint: categoriesEndpoint,
      summary: 'Categories of products, in their order',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: v.array(CategoryRow),
      handle: async ({ lang }) => done(catalogue.categories(lang).map(categoryToWire)),
    }),
    publicRoute({
      endpoint: tradeListEndpoint,
      summary: 'Every tradable product with its terms and quotation',
      access: PUBLIC,
      rate: 'list',
      input: v.object({}),
      reply: v.array(ProductRow),
      handle: async ({ lang }) => done(productList(lang)),
    }),
    publicRoute({
      endpoint: searchEndpoint,
      summary: 'Products whose code or name holds a text',
      access: PUBLIC,
      rate: 'list',
      input: SearchQuery,
      reply: v.array(ProductRow),
      handle: async ({ input, lang }) => {
        const isMatch = matcher(input.name);
        const found = catalogue.products().filter((product) => isMatch(product, catalogue.name(product, lang)));
        return done(found.map((product) => productRow(product, lang)));
      },
    }),
    publicRoute({
      endpoint: klineEndpoint,
      summary: 'Bars of a period, ascending; the last may be forming',
      access: PUBLIC,
      rate: 'candles',
      input: KlineQuery,
      reply: v.array(CandleRow),
      handle: async ({ input, ip }) => {
        const product = catalogue.byId(Number(input.forex_id));
        if (!product) return refused('notFound');
        const endMs = input.end === undefined ? undefined : Number(input.end);
        const bars = await candles.bars(product.id, input.period, Number(input.limit ?? BARS_PRESET), endMs, networkOf(ip));
        return done(bars.map((bar) => candleToWire(bar, input.period)));
      },
    }),
    publicRoute({
      endpoint: shortKlineEndpoint,
      summary: 'Closes of the last bars, for a small chart; of several products a row each',
      access: PUBLIC,
      rate: 'list',
      input: ShortKlineQuery,
      reply: v.union([v.array(ShortCandleRow), v.array(ClosesRow)]),
      handle: async ({ input, ip }) => {
        const limit = Number(input.limit ?? SHORT_POINTS_MAX);
        const newest = async (id: number) => (await shortKlines(id, input.period, networkOf(ip))).slice(-limit);
        const known = [...new Set(input.forex_id.split(',').map(Number))].filter((id) => catalogue.byId(id));
        if (!input.forex_id.includes(',')) {
          return known[0] === undefined ? refused('notFound') : done((await newest(known[0])).map(shortCandleToWire));
        }
        const lines = new Map<number, DayLine>();
        // One after the other: what a first visitor asks for may have to be computed, and nobody is to wait behind a hundred products.
        for (const id of known) {
          const bars = await newest(id);
          lines.set(id, input.day ? ofDay(parts, id, bars) : { open: undefined, closes: bars.map((bar) => bar.close) });
        }
        return done(dayClosesToWire(lines));
      },
    }),
  ];
}

/** Whether a product's code or name holds the text, case and separators apart. An empty text finds nothing. */
function matcher(text: string): (product: Product, name: string) => boolean {
  const plain = (value: string) => value.toLowerCase().replace(/[\s/._-]/g, '');
  const sought = plain(text);
  if (sought === '') return () => false;
  return (product, name) => [product.code, product.showCode, name].some((value) => plain(value).includes(sought));
}
