/** Products, quotes and candles, one function per endpoint (/v2/api/forex); its orders are called by `orders.ts`. */
import { categoriesEndpoint, klineEndpoint, searchEndpoint, shortKlineEndpoint, tradeListEndpoint } from '#protocol/rest/endpoints.ts';
import type { CategoryRow, ProductRow } from '#protocol/rest/forex.ts';
import type { CandleRow, ShortCandleRow } from '#protocol/rest/kline.ts';
import type { CallOptions, Request } from './request.ts';

type KlineFields = { forex_id: number; period: string; end?: number; limit?: number };

export const categories = (request: Request, options?: CallOptions): Promise<CategoryRow[]> =>
  request.call(categoriesEndpoint, {}, options);

export const tradeList = (request: Request, options?: CallOptions): Promise<ProductRow[]> => request.call(tradeListEndpoint, {}, options);

/** Bars ascending, the last one forming; `end` (ms, exclusive) pages back. */
export const kline = (request: Request, fields: KlineFields, options?: CallOptions): Promise<CandleRow[]> =>
  request.call(klineEndpoint, fields, options);

/** Up to 60 closes for a mini chart. */
export const shortKline = (
  request: Request,
  fields: { forex_id: number; period: string },
  options?: CallOptions,
): Promise<ShortCandleRow[]> => request.call(shortKlineEndpoint, fields, options);

/** The newest search wins: an older one under way is cancelled. */
export const searchProducts = (request: Request, name: string, options?: CallOptions): Promise<ProductRow[]> =>
  request.call(searchEndpoint, { name }, { key: searchEndpoint.path, ...options });
