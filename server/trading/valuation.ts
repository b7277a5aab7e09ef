/** What positions and the account that holds them are worth at given prices. Pure; the formulas live in `src/domain`. */
import type { AccountFunds } from '#domain/account.ts';
import type { MarginMode, Position } from '#domain/contract.ts';
import type { Money, Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { deficitOf, type PersonAccount } from '../ledger/person-account.ts';
import { ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';

/** Price of a product at the moment looked at; undefined when there is none, and then nothing is gained or lost. */
export type PriceOf = (productId: number) => Price | undefined;

export const positionOf = (order: OrderRecord): Position => ({
  side: order.side,
  lots: order.lots,
  openPrice: order.open_price,
  contractNumber: order.contract_number,
  marginMode: (order.margin_mode === 1 ? 1 : 0) satisfies MarginMode,
  quoteRate: order.quote_rate,
});

export const isHolding = (order: OrderRecord): boolean => order.status === ORDER_STATUS.holding;

/** Profit of one position at a price. */
export const profitAt = (order: OrderRecord, price: Price): Money => contractProfit({ ...positionOf(order), price });

/** Sum of the floating profits of the holding orders among `orders`. */
export function floatingProfit(orders: readonly OrderRecord[], priceOf: PriceOf): Money {
  return orders.filter(isHolding).reduce((sum, order) => {
    const price = priceOf(order.product_id);
    return price === undefined ? sum : sum + profitAt(order, price);
  }, 0n);
}

/** The figures that equity, usable and margin level are made of. */
export const fundsOf = (account: PersonAccount, floating: Money): AccountFunds => ({
  balance: account.parts.balance.balance,
  margin: account.parts.margin.balance,
  pending: account.parts.pending.balance,
  deficit: deficitOf(account),
  floatingProfit: floating,
});
