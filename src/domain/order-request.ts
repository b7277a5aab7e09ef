/**
 * What a person asks for with an order, or for one, in the house's words. How it is sent is written in `src/protocol/order-requests.ts`
 * alone; what may be asked, the files of the rules say (`lots.ts`, `stops.ts`, `typed-price.ts`).
 */
import type { Side } from './contract.ts';
import type { Lots, Price } from './decimal.ts';
import type { Stops } from './stops.ts';

/** Holding and pending orders of one account (decision D1.4.27), and so the positions that a stop-out may name. */
export const OPEN_ORDERS_MAX = 200;

/** The price that stood on the button, and how far from it the fill may lie (decision D1.7.06). */
export type SlippageBound = { readonly seen: Price; readonly slippage: Price };

export type NewOrder = Stops & {
  readonly productId: number;
  readonly side: Side;
  readonly lots: Lots;
  /** 1 where the margin does not depend on it. */
  readonly leverage: number;
  /** The price that it waits for; `undefined`: it is filled at the market. */
  readonly orderPrice: Price | undefined;
  /** Of a pending order: a word of `good-till.ts` or unix seconds. */
  readonly goodTill: string;
  readonly bound: SlippageBound | undefined;
};

/** `lots`: the part to close; without it all. */
export type CloseRequest = { readonly id: number; readonly lots?: Lots; readonly bound: SlippageBound | undefined };
/** `0n` removes a stop; one that is not named stays as it is. */
export type StopsRequest = Partial<Stops> & { readonly id: number };

/**
 * What a client asked for, as it came: decimals as their text, since what may stand there is a matter of the product, and a refusal says what
 * stood there. `orderPrice` and `goodTill` count where it is pending.
 */
export type AskedOrder = Readonly<Record<OrderField, string>> & {
  readonly productId: number;
  readonly side: Side;
  readonly isPending: boolean;
  readonly bound: SlippageBound | undefined;
};
export type AskedClose = { readonly id: number; readonly lots: string | undefined; readonly bound: SlippageBound | undefined };
/** What is not named stays as it is. */
export type AskedStops = { readonly id: number } & { readonly [K in 'stopLoss' | 'takeProfit' | 'goodTill']: string | undefined };

/** Another price for a pending order. */
export type AmendRequest = { readonly id: number; readonly orderPrice: Price };
export type AskedAmend = { readonly id: number; readonly orderPrice: string };

/** What a person fills in, as a refusal may name it. */
export type OrderField = 'lots' | 'leverage' | 'orderPrice' | 'stopLoss' | 'takeProfit' | 'goodTill';
