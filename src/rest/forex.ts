/** Categories and candles, one function per endpoint (/v2/api/forex); its orders are called by `orders.ts`, its products by `trade-list.ts`. */
import type { Period } from '#domain/period-table.ts';
import type { ProductCategory } from '#domain/product.ts';
import { categoriesFromWire } from '#protocol/category-wire.ts';
import { categoriesEndpoint, klineEndpoint } from '#protocol/rest/endpoints.ts';
import type { CallOptions, Request } from './request.ts';

type ProductPeriod = { productId: number; period: Period };

export const categories = (request: Request, options?: CallOptions): Promise<ProductCategory[]> =>
  request.call(categoriesEndpoint, {}, options).then(categoriesFromWire);

/** Bars ascending, the last one forming, as they come: the chart's code, which reads them, is fetched later. `endMs`, exclusive, pages back. */
export const kline = (
  request: Request,
  { productId, period, endMs, limit }: ProductPeriod & { endMs?: number; limit?: number },
  options?: CallOptions,
): Promise<unknown> => request.call(klineEndpoint, { forex_id: productId, period, end: endMs, limit }, options);
