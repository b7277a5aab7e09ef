/** The server's own search for products. Apart from the other reads of the market: the first price list needs no more of them than those. */
import type { Product } from '#domain/product.ts';
import { productsFromWire } from '#protocol/product-wire.ts';
import { searchEndpoint } from '#protocol/rest/endpoints.ts';
import type { CallOptions, Request } from './request.ts';

/** The newest search wins: an older one under way is cancelled. */
export const searchProducts = (request: Request, name: string, options?: CallOptions): Promise<readonly Product[]> =>
  request.call(searchEndpoint, { name }, { key: searchEndpoint.path, ...options }).then(productsFromWire);
