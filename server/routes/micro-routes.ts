/** Micro trades: what is offered, opening one, and listing one's own (specification S1 section 7). */
import type { MicroVoidReason } from '#domain/micro-trade.ts';
import { microPageInWords } from '#protocol/micro-wire.ts';
import {
  MicroOrdersQuery,
  MicroOrdersReply,
  MicroSubmitQuery,
  MicroSubmitReply,
  MicroTermsQuery,
  MicroTermsReply,
} from '#protocol/rest/micro.ts';
import { microOrdersEndpoint, microTermsEndpoint, submitMicroEndpoint } from '#protocol/rest/micro-endpoints.ts';
import { done } from '../outcome.ts';
import { messageText } from '../site/messages.ts';
import type { Trading } from '../trading/trading.ts';
import { OWN, OWN_MONEY, ownRoute, PUBLIC, publicRoute, type Route } from './route.ts';

/** The message that says why a trade is void. */
const VOID_TEXTS: Readonly<Record<MicroVoidReason, string>> = { gap: 'microGap', reset: 'microReset' };

export const microRoutes = ({ trading }: { readonly trading: Trading }): Route[] => [
  publicRoute({
    endpoint: microTermsEndpoint,
    summary: 'Durations of micro trades with their terms now, and stakes to choose from',
    access: PUBLIC,
    rate: 'list',
    input: MicroTermsQuery,
    reply: MicroTermsReply,
    handle: async ({ input }) => trading.microTerms(input.forex_id === undefined ? undefined : Number(input.forex_id)),
  }),
  ownRoute({
    endpoint: submitMicroEndpoint,
    summary: 'Opens a micro trade: up or down for a stake, over a duration or until a time',
    access: OWN_MONEY,
    rate: 'submit',
    input: MicroSubmitQuery,
    reply: MicroSubmitReply,
    handle: ({ trader, input, key }) => trading.submitMicro(trader, input, key),
  }),
  ownRoute({
    endpoint: microOrdersEndpoint,
    summary: 'Own micro trades, running or over, newest first, in pages',
    access: OWN,
    rate: 'list',
    input: MicroOrdersQuery,
    reply: MicroOrdersReply,
    handle: async ({ trader, input, lang }) => {
      const list = input.status === '1' ? 'running' : 'closed';
      const page = await trading.microTrades(trader, { list, page: Number(input.page), limit: Number(input.limit) });
      return done(microPageInWords(page, (reason) => messageText(VOID_TEXTS[reason], lang)));
    },
  }),
];
