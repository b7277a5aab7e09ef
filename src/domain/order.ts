/**
 * A contract order as page, worker and server speak of it: states as words, amounts as exact decimals, times in UTC ms. How it looks on
 * the wire is written in `src/protocol/order-wire.ts` alone. This file never parses, formats or asks for the time.
 */
import { CLOSE_REASONS } from './close-reasons.ts';
import type { MarginMode, Position, Side } from './contract.ts';
import { type Lots, type Money, ONE, type Price, type Ratio } from './decimal.ts';

/** 'pending' waits for its price, 'holding' is an open position; the other two are final. */
export type OrderState = 'pending' | 'holding' | 'closed' | 'cancelled';

/** A list of orders: what waits, what is held, and the history, which holds the cancelled ones too. */
export type OrderList = 'pending' | 'holding' | 'closed';

/**
 * Why an order is over; '' while it is not. 'balance': cancelled because its money did not cover it when its price came; 'expired': because it
 * had waited as long as it was to.
 */
export const ORDER_END_REASONS = ['', ...CLOSE_REASONS, 'balance', 'expired'] as const;
export type OrderEndReason = (typeof ORDER_END_REASONS)[number];

/** The part of its product that an order is shown with. `pricePrecision`: fraction digits of its prices. */
export type OrderProduct = { readonly id: number; readonly code: string; readonly showCode: string; readonly pricePrecision: number };

/** What is known of an order wherever it is kept. Ids and sequences are 0 where there is none, prices `0n`. */
export type OrderTerms = {
  readonly id: number;
  /** The order that it copies, and the position that it is a closed part of. */
  readonly originId: number;
  readonly parentId: number;
  /** 1: the person's own; 2: placed by copying somebody. */
  readonly followType: number;
  readonly state: OrderState;
  readonly side: Side;
  readonly lots: Lots;
  /** Of a pending order the price that it waits for. */
  readonly askedPrice: Price;
  /** `0n` until it has filled. */
  readonly openPrice: Price;
  readonly stopLoss: Price;
  readonly takeProfit: Price;
  readonly margin: Money;
  readonly fee: Money;
  readonly profit: Money;
  /** What its nights have brought, below zero what it was charged. Not in `profit`. */
  readonly financing: Money;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly quoteRate: Ratio;
  /** Tick of the fill and of the close. */
  readonly openSeq: number;
  readonly closeSeq: number;
  readonly end: OrderEndReason;
  readonly createdAtMs: number;
  /** 0 while it is live. */
  readonly completedAtMs: number;
  /** Until when a pending order waits; 0: until it is cancelled. */
  readonly goodTillMs: number;
};

/** An order at a moment: `margin` is what it holds now, `profit` what it would come to at `price`, once closed what it came to. */
export type Order = OrderTerms & {
  readonly product: OrderProduct;
  /** Newest price of a live order, the price of the close of a closed one. */
  readonly price: Price;
  /** `undefined` from a back end that does not copy it onto the order: the product's counts. */
  readonly contractNumber: Ratio | undefined;
};

/** True while it can still fill, close or be edited. */
export const isLive = ({ state }: Pick<Order, 'state'>): boolean => state === 'pending' || state === 'holding';

/** The price that it was opened at, or that it waits for: what its profit is counted from. */
export const entryPrice = ({ state, askedPrice, openPrice }: Pick<Order, 'state' | 'askedPrice' | 'openPrice'>): Price =>
  state === 'pending' ? askedPrice : openPrice;

/** An order as the profit formulas see it. `contractNumber`: its product's, for an order that does not say. */
export const orderPosition = (order: Omit<Order, 'product' | 'price'>, contractNumber: Ratio = ONE): Position => ({
  side: order.side,
  lots: order.lots,
  openPrice: entryPrice(order),
  contractNumber: order.contractNumber ?? contractNumber,
  marginMode: order.marginMode,
  quoteRate: order.quoteRate,
});
