/** The list of products with their quotations. Read by the engine: apart from what the page reads, which carries no code for whole products. */
import type { Product } from '#domain/product.ts';
import { productsFromWire } from '#protocol/product-wire.ts';
import { tradeListEndpoint } from '#protocol/rest/endpoints.ts';
import type { CallOptions, Request } from './request.ts';

export const tradeList = (request: Request, options?: CallOptions): Promise<readonly Product[]> =>
  request.call(tradeListEndpoint, {}, options).then(productsFromWire);
