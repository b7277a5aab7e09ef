/** Endpoints of orders that come with the orders: the others are in the first script (`rest/endpoints.ts`). */
import { money } from './rest/endpoint.ts';

export const amendEndpoint = money('/v2/api/forex/amend');
export const reverseEndpoint = money('/v2/api/forex/reverse');
export const closeAllEndpoint = money('/v2/api/forex/close_all');
export const cancelAllEndpoint = money('/v2/api/forex/cancel_all');
