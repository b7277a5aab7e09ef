/** What makes the outcome of a money call known and final (decision D0.11). */
import { byClientIdEndpoint, voidEndpoint } from '#protocol/rest/endpoints.ts';
import { ByClientIdReply, ClientIdQuery, StoredReply } from '#protocol/rest/order.ts';
import { done, withOutboxInData } from '../outcome.ts';
import { messageText } from '../site/messages.ts';
import type { Trading } from '../trading/trading.ts';
import { OWN, ownRoute, type Route } from './route.ts';

export function orderRoutes({ trading }: { trading: Trading }): Route[] {
  return [
    ownRoute({
      endpoint: byClientIdEndpoint,
      summary: 'The stored answer of a money call',
      access: OWN,
      rate: 'list',
      input: ClientIdQuery,
      reply: ByClientIdReply,
      handle: async ({ trader, input, lang, key }) => {
        const { state, outcome } = await trading.byClientId(trader, input.client_id.toLowerCase());
        const data = outcome && (key.withOutbox ? withOutboxInData(outcome) : outcome).data;
        const reply = outcome && { code: outcome.code, msg: messageText(outcome.message, lang, outcome.params), data };
        return done({ state, reply });
      },
    }),
    ownRoute({
      endpoint: voidEndpoint,
      summary: 'The stored answer, or a refusal that a later arrival will meet',
      access: OWN,
      rate: 'list',
      input: ClientIdQuery,
      reply: StoredReply.entries.data,
      handle: ({ trader, input }) => trading.voidKey(trader, input.client_id.toLowerCase()),
    }),
  ];
}
