/** What the routes and the socket may ask of trading. `trading-desk.ts` keeps it. All calls are safe to repeat with the same key. */

import type { Price } from '#domain/decimal.ts';
import type { CloseReply, FillReply, ManyReply, MyDealReply, ReverseReply } from '#protocol/rest/forex.ts';
import type { ByClientIdReply } from '#protocol/rest/order.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import type { AccountPush } from '#protocol/socket.ts';
import type { Realm } from '../database/schema.ts';
import type { Outcome } from '../outcome.ts';

/** Who trades. A demo user has one account, type 'demo'; a real one trades from 'forex'. */
export type Trader = { readonly id: number; readonly uid: string; readonly realm: Realm; readonly frozen: boolean };

/**
 * The key of a money call: `client_id`, or 'get:' + hash of path, parameters and t for a GET without one, or undefined when there
 * is nothing to deduplicate by (decision D0.11). `requestHash` covers path and fields.
 */
export type RequestKey = { readonly key: string | undefined; readonly requestHash: string };

/** Fields of a submission as they came, already checked for their form, not for their meaning. */
export type SubmitFields = {
  readonly type: '1' | '2';
  readonly cont: string;
  readonly forex_id: string;
  readonly status: '0' | '1';
  readonly target_price: string;
  readonly stop_loss_price: string;
  readonly target_profit_price: string;
  readonly multiple: string;
  readonly seen_price?: string | undefined;
  readonly slippage?: string | undefined;
};
type Bound = { readonly seen_price?: string | undefined; readonly slippage?: string | undefined };
/** `cont`: lots to close; absent: all. */
export type CloseFields = Bound & { readonly id: string; readonly cont?: string | undefined };
export type ReverseFields = Bound & { readonly id: string };
/** '0' removes a stop; an absent one stays. */
export type SetStopFields = {
  readonly id: string;
  readonly stop_loss_price?: string | undefined;
  readonly target_profit_price?: string | undefined;
};
export type OrdersQuery = {
  readonly status: 0 | 1 | 3;
  readonly page: number;
  readonly limit: number;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
};

export interface Trading {
  /** Makes the ledger accounts of a new user and grants the opening balances (demo_balance; nothing for a real user). */
  openAccounts(trader: Trader): Promise<void>;
  submit(trader: Trader, fields: SubmitFields, key: RequestKey): Promise<Outcome<FillReply>>;
  close(trader: Trader, fields: CloseFields, key: RequestKey): Promise<Outcome<CloseReply>>;
  cancel(trader: Trader, fields: { readonly id: string }, key: RequestKey): Promise<Outcome<FillReply>>;
  setStops(trader: Trader, fields: SetStopFields, key: RequestKey): Promise<Outcome<FillReply>>;
  reverse(trader: Trader, fields: ReverseFields, key: RequestKey): Promise<Outcome<ReverseReply>>;
  /** In `Results`, `Msg` is a message key. */
  closeAll(trader: Trader, key: RequestKey): Promise<Outcome<ManyReply>>;
  cancelAll(trader: Trader, key: RequestKey): Promise<Outcome<ManyReply>>;
  resetDemo(trader: Trader, key: RequestKey): Promise<Outcome<null>>;
  byClientId(trader: Trader, clientId: string): Promise<ByClientIdReply & { outcome: Outcome | null }>;
  /** The stored answer, or a stored refusal (1109) under a key never seen. */
  voidKey(trader: Trader, clientId: string): Promise<Outcome>;
  orders(trader: Trader, query: OrdersQuery): Promise<MyDealReply>;
  balances(trader: Trader): Promise<AccountRow[]>;
  /** Realised profit of orders closed since 00:00 of the configured zone (decision D1.2.16); decimal string. */
  profitsToday(trader: Trader): Promise<string>;
  /** Live snapshot for FOREX_TRADE, at the newest tape prices. */
  snapshot(trader: Trader): Promise<AccountPush>;
  /** Ids of products in which anybody holds a position: what a status flip must look at. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Default bound on slippage that our client sends: 0.05 % of the price on the button (decision D1.7.06). */
export const slippageOf = (price: Price): Price => price / 2_000n;
