/** Contract orders: placing, closing, cancelling, editing and listing one's own. */
import * as v from 'valibot';
import type { OrderList } from '#domain/order.ts';
import { amendEndpoint, cancelAllEndpoint, closeAllEndpoint, reverseEndpoint } from '#protocol/order-endpoints.ts';
import { manyInWords } from '#protocol/order-replies.ts';
import { AccountStateReply } from '#protocol/rest/account-state.ts';
import { accountStateEndpoint } from '#protocol/rest/account-state-endpoint.ts';
import { cancelEndpoint, closeEndpoint, myDealEndpoint, setStopEndpoint, submitEndpoint } from '#protocol/rest/endpoints.ts';
import {
  AmendQuery,
  CancelQuery,
  CloseQuery,
  CloseReply,
  FillReply,
  ManyQuery,
  ManyReply,
  MyDealQuery,
  MyDealReply,
  ReverseQuery,
  ReverseReply,
  SetStopQuery,
  SubmitQuery,
} from '#protocol/rest/forex.ts';
import type { Clock } from '../clock/clock.ts';
import { done, invalidField, type Outcome } from '../outcome.ts';
import { messageText } from '../site/messages.ts';
import type { Trader, Trading } from '../trading/trading.ts';
import { askedPeriod } from './asked-period.ts';
import { OWN, OWN_MONEY, type OwnCall, ownRoute, type Route } from './route.ts';

/** Puts the message of each order into the person's language. */
function inWords(outcome: Outcome<ManyReply>, { lang }: Pick<OwnCall<unknown>, 'lang'>): Outcome<ManyReply> {
  if (!outcome.data) return outcome;
  return { ...outcome, data: manyInWords(outcome.data, (message) => messageText(message, lang)) };
}

export const contractRoutes = (parts: { readonly trading: Trading; readonly clock: Clock }): Route[] => [
  ...actRoutes(parts),
  ...listRoutes(parts),
];

function actRoutes({ trading }: { readonly trading: Trading }): Route[] {
  return [
    ownRoute({
      endpoint: submitEndpoint,
      summary: 'Places a market order or a pending one',
      access: OWN_MONEY,
      rate: 'submit',
      input: SubmitQuery,
      reply: FillReply,
      handle: ({ trader, input, key }) => trading.submit(trader, input, key),
    }),
    ownRoute({
      endpoint: closeEndpoint,
      summary: 'Closes a position or a part of it',
      access: OWN_MONEY,
      rate: 'close',
      input: CloseQuery,
      reply: CloseReply,
      handle: ({ trader, input, key }) => trading.close(trader, input, key),
    }),
    ownRoute({
      endpoint: cancelEndpoint,
      summary: 'Cancels a pending order',
      access: OWN_MONEY,
      rate: 'close',
      input: CancelQuery,
      reply: FillReply,
      handle: ({ trader, input, key }) => trading.cancel(trader, input, key),
    }),
    ownRoute({
      endpoint: setStopEndpoint,
      summary: 'Edits stop loss and take profit; 0 removes one',
      access: OWN_MONEY,
      rate: 'close',
      input: SetStopQuery,
      reply: FillReply,
      handle: ({ trader, input, key }) => trading.setStops(trader, input, key),
    }),
    ownRoute({
      endpoint: amendEndpoint,
      summary: 'Gives a pending order another price',
      access: OWN_MONEY,
      rate: 'submit',
      input: AmendQuery,
      reply: FillReply,
      handle: ({ trader, input, key }) => trading.amend(trader, input, key),
    }),
    ownRoute({
      endpoint: reverseEndpoint,
      summary: 'Closes a position and opens the opposite one, both or neither',
      access: OWN_MONEY,
      rate: 'submit',
      input: ReverseQuery,
      reply: ReverseReply,
      handle: ({ trader, input, key }) => trading.reverse(trader, input, key),
    }),
    ownRoute({
      endpoint: closeAllEndpoint,
      summary: 'Closes every position that can be closed now, and says what happened to each',
      access: OWN_MONEY,
      rate: 'close',
      input: ManyQuery,
      reply: ManyReply,
      handle: async (call) => inWords(await trading.closeAll(call.trader, call.key), call),
    }),
    ownRoute({
      endpoint: cancelAllEndpoint,
      summary: 'Cancels every pending order, and says what happened to each',
      access: OWN_MONEY,
      rate: 'close',
      input: ManyQuery,
      reply: ManyReply,
      handle: async (call) => inWords(await trading.cancelAll(call.trader, call.key), call),
    }),
  ];
}

function listRoutes({ trading, clock }: { readonly trading: Trading; readonly clock: Clock }): Route[] {
  return [
    ownRoute({
      endpoint: accountStateEndpoint,
      summary: 'Live orders and balances at one moment, with the number of the newest event',
      access: OWN,
      rate: 'list',
      input: v.object({}),
      reply: AccountStateReply,
      handle: async ({ trader }) => done(await trading.accountState(trader)),
    }),
    ownRoute({
      endpoint: myDealEndpoint,
      summary: 'Own orders of a status, newest first, in pages',
      access: OWN,
      rate: 'list',
      input: MyDealQuery,
      reply: MyDealReply,
      handle: ({ trader, input }) => listOrders(trading, trader, input, clock.now()),
    }),
  ];
}

/** The lists by the status that asks for them. */
const LISTS: Readonly<Record<'0' | '1' | '3', OrderList>> = { 0: 'pending', 1: 'holding', 3: 'closed' };

async function listOrders(trading: Trading, trader: Trader, input: v.InferOutput<typeof MyDealQuery>, nowMs: number): Promise<Outcome> {
  const period = askedPeriod(input, nowMs);
  if ('problem' in period) return invalidField(period.problem);
  const query = { list: LISTS[input.status], page: Number(input.page), limit: Number(input.limit) };
  return done(await trading.orders(trader, { ...query, ...period }));
}
