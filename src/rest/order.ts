/** What the server knows of a money call by its key. The request layer asks this by itself; screens rarely need it. */
import { byClientIdEndpoint } from '#protocol/rest/endpoints.ts';
import type { ByClientIdReply } from '#protocol/rest/order.ts';
import type { CallOptions, Request } from './request.ts';

export const byClientId = (request: Request, clientId: string, options?: CallOptions): Promise<ByClientIdReply> =>
  request.call(byClientIdEndpoint, { client_id: clientId }, options);
