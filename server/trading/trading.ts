/** What the routes and the socket may ask of trading. `trading-desk.ts` keeps it. All calls are safe to repeat with the same key. */

import type { MicroList } from '#domain/micro-trade.ts';
import type { OrderList } from '#domain/order.ts';
import type { MicroFields } from '#protocol/micro-requests.ts';
import type { AmendFields, CloseFields, ReverseFields, SetStopFields, SubmitFields } from '#protocol/order-requests.ts';
import type { AccountStateReply } from '#protocol/rest/account-state.ts';
import type { CloseReply, FillReply, ManyReply, MyDealReply, ReverseReply } from '#protocol/rest/forex.ts';
import type { MicroOrdersReply, MicroSubmitReply, MicroTermsReply } from '#protocol/rest/micro.ts';
import type { ByClientIdReply } from '#protocol/rest/order.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import type { AccountPush } from '#protocol/socket.ts';
import type { Realm } from '../database/schema.ts';
import type { Outcome } from '../outcome.ts';

/** Who trades. A demo user has one account, type 'demo'; a real one trades from 'forex', or from 'change' (`server/trading/orders/one-account.ts`). */
export type Trader = { readonly id: number; readonly uid: string; readonly realm: Realm; readonly frozen: boolean };

/**
 * The key of a money call: `client_id`, or 'get:' + hash of path, parameters and t for a GET without one, or undefined when there
 * is nothing to deduplicate by (decision D0.11). `requestHash` covers path and fields.
 */
export type RequestKey = {
  readonly key: string | undefined;
  readonly requestHash: string;
  /** The caller asks for the balances and the number of its newest event as of the end of the call (`NumberedBalances`). */
  readonly withOutbox?: boolean;
};

/** Live figures of an account, whether it holds anything, and the number of the person's newest event when they were read. */
export type NumberedFigures = { readonly figures: AccountPush; readonly hasPositions: boolean; readonly outboxSeq: number };

export type OrdersQuery = {
  readonly list: OrderList;
  readonly page: number;
  readonly limit: number;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
};

export type MicroTradesQuery = { readonly list: MicroList; readonly page: number; readonly limit: number };

export interface Trading {
  /** Makes the ledger accounts of a new user and grants the opening balances (demo_balance; nothing for a real user). */
  openAccounts(trader: Trader): Promise<void>;
  submit(trader: Trader, fields: SubmitFields, key: RequestKey): Promise<Outcome<FillReply>>;
  close(trader: Trader, fields: CloseFields, key: RequestKey): Promise<Outcome<CloseReply>>;
  cancel(trader: Trader, fields: { readonly id: string }, key: RequestKey): Promise<Outcome<FillReply>>;
  setStops(trader: Trader, fields: SetStopFields, key: RequestKey): Promise<Outcome<FillReply>>;
  amend(trader: Trader, fields: AmendFields, key: RequestKey): Promise<Outcome<FillReply>>;
  reverse(trader: Trader, fields: ReverseFields, key: RequestKey): Promise<Outcome<ReverseReply>>;
  /** In `Results`, `Msg` is a message key. */
  closeAll(trader: Trader, key: RequestKey): Promise<Outcome<ManyReply>>;
  cancelAll(trader: Trader, key: RequestKey): Promise<Outcome<ManyReply>>;
  submitMicro(trader: Trader, fields: MicroFields, key: RequestKey): Promise<Outcome<MicroSubmitReply>>;
  microTrades(trader: Trader, query: MicroTradesQuery): Promise<MicroOrdersReply>;
  /** What a product offers now; without one the rows that hold for all. */
  microTerms(productId: number | undefined): Promise<Outcome<MicroTermsReply>>;
  resetDemo(trader: Trader, key: RequestKey): Promise<Outcome<null>>;
  byClientId(trader: Trader, clientId: string): Promise<ByClientIdReply & { outcome: Outcome | null }>;
  /** The stored answer, or a stored refusal (1109) under a key never seen. */
  voidKey(trader: Trader, clientId: string): Promise<Outcome>;
  orders(trader: Trader, query: OrdersQuery): Promise<MyDealReply>;
  balances(trader: Trader): Promise<AccountRow[]>;
  /** Realised profit of orders closed since 00:00 of the configured zone (decision D1.2.16); decimal string. */
  profitsToday(trader: Trader): Promise<string>;
  /** What trades came to since then, charges included (decision D9.473); decimal string. */
  netToday(trader: Trader): Promise<string>;
  /** Live snapshot for FOREX_TRADE, at the newest tape prices. */
  snapshot(trader: Trader): Promise<NumberedFigures>;
  /** Everything live, of one moment. */
  accountState(trader: Trader): Promise<AccountStateReply>;
  /** Ids of products in which anybody holds a position: what a status flip must look at. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
