/** Messages to a person. */

import { messagesEndpoint } from '#protocol/rest/message-endpoints.ts';
import { asId, isObject } from '#protocol/wire-value.ts';
import type { CallOptions, Request } from './request.ts';

/** How many were not read yet; 0 where a server does not say (decision D1.2.35). */
export async function unreadMessages(request: Request, options?: CallOptions): Promise<number> {
  const reply = await request.call<unknown>(messagesEndpoint, { page: 1 }, options);
  return (isObject(reply) ? asId(reply.unread) : 0) || 0;
}
