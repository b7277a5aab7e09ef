/** What positions and the account that holds them are worth at given prices. Pure; the formulas live in `src/domain`. */
import type { AccountFunds } from '#domain/account.ts';
import type { MarginMode, Position } from '#domain/contract.ts';
import type { Money, Price } from '#domain/decimal.ts';
import { accountMargin, type MarginedPosition } from '#domain/margin.ts';
import { contractProfit } from '#domain/profit.ts';
import { deficitOf, type PersonAccount } from '../../ledger/person-account.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';

/** Price of a product at the moment looked at; undefined when there is none, and then nothing is gained or lost. */
export type PriceOf = (productId: number) => Price | undefined;

const positionOf = (order: StoredOrder): Position => ({
  side: order.side,
  lots: order.lots,
  openPrice: order.openPrice,
  contractNumber: order.contractNumber,
  marginMode: (order.marginMode === 1 ? 1 : 0) satisfies MarginMode,
  quoteRate: order.quoteRate,
});

export const isHolding = (order: StoredOrder): boolean => order.state === 'holding';

/** An order as the margin of its account sees it. */
export const marginedPosition = ({ productId, side, lots, margin }: StoredOrder): MarginedPosition => ({ productId, side, lots, margin });

/** The positions among an account's orders, as its margin sees them. */
export const marginedPositions = (orders: readonly StoredOrder[]): MarginedPosition[] => orders.filter(isHolding).map(marginedPosition);

/** Margin that an account holds for the positions among its orders. */
export const marginOf = (orders: readonly StoredOrder[]): Money => accountMargin(marginedPositions(orders));

/** Profit of one position at a price. */
export const profitAt = (order: StoredOrder, price: Price): Money => contractProfit({ ...positionOf(order), price });

/** Sum of the floating profits of the holding orders among `orders`. */
export function floatingProfit(orders: readonly StoredOrder[], priceOf: PriceOf): Money {
  return orders.filter(isHolding).reduce((sum, order) => {
    const price = priceOf(order.productId);
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
