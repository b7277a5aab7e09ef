/**
 * What an order has brought so far, or many together. The profit alone says half of it: the fee went at the fill and the nights one by one,
 * so every place that shows a profit shows the net beside it and takes its colour from the net (decision D9.116).
 */
import { type Money, ONE, quotient, type Ratio } from './decimal.ts';
import { initialMargin } from './margin.ts';
import type { Order } from './order.ts';

/** `fee`: what was charged, never below zero; `financing`: what the nights have brought, below zero what they cost. */
export type OrderResult = Pick<Order, 'profit' | 'fee' | 'financing'>;

/** What has been charged beside the profit, below zero a cost. Example: a fee of 0.6 and nights of -2.64: -3.24. */
export const chargesOf = ({ fee, financing }: Pick<OrderResult, 'fee' | 'financing'>): Money => financing - fee;

/** profit + financing - fee. Example: 3.45 - 2.64 - 0.6 = 0.21. */
export const netOf = (result: OrderResult): Money => result.profit + chargesOf(result);

/** The sums of many. Example: (3.45, 0.6, 0) and (-7.65, 0.6, -2.64) come to (-4.2, 1.2, -2.64), so to a net of -8.04. */
export function sumOfResults(results: readonly OrderResult[]): OrderResult {
  const sum = { profit: 0n, fee: 0n, financing: 0n };
  for (const { profit, fee, financing } of results) {
    sum.profit += profit;
    sum.fee += fee;
    sum.financing += financing;
  }
  return sum;
}

/** What pending orders hold back: margin and fee of each. Example: 109 + 0.6 and 230 + 0.6 lock 340.2. */
export const lockedBy = (orders: readonly Pick<Order, 'margin' | 'fee'>[]): Money =>
  orders.reduce<Money>((sum, { margin, fee }) => sum + margin + fee, 0n);

type Margined = Pick<Order, 'margin' | 'marginMode' | 'lots' | 'openPrice' | 'contractNumber' | 'quoteRate' | 'leverage'>;

/** The margin that stood behind an order: what it holds, of a closed one what its lots took at its open price. `0n` where that cannot be told. */
export function marginBehind(order: Margined): Money {
  if (order.margin > 0n || order.openPrice <= 0n || order.leverage < 1) return order.margin;
  return initialMargin({ ...order, contractNumber: order.contractNumber ?? ONE, price: order.openPrice });
}

/** What came out of every hundred of margin, with 2 digits; `undefined` without margin. Example: 3.6 of 108.342 is 3.32. */
export const returnPercent = (net: Money, margin: Money): Ratio | undefined =>
  margin > 0n ? quotient<Ratio>(net * 100n, margin, 0, 2) : undefined;
