/** Which of two stops stands on the wrong side of a price. Decision D1.2.25: what the server refuses with 1103, for ticket, edit sheet and chart. */
import type { Side } from './contract.ts';
import type { Price } from './decimal.ts';

/** `undefined`: there is none. */
export type Stops = { readonly stopLoss: Price | undefined; readonly takeProfit: Price | undefined };
export type StopName = keyof Stops;

/** Whether a stop stands below the price: the stop loss of a buy and the take profit of a sell do, the other two stand above it. */
export const standsBelow = (side: Side, stop: StopName): boolean => (side === 'buy') === (stop === 'stopLoss');

/**
 * The stops that an order of this side cannot have at this reference: the newest price, or the order price of a pending one. A buy
 * needs stop loss < reference < take profit, a sell the reverse; equality is wrong on both sides.
 * Example: a buy at 1.08 with both stops at 1.09 has a wrong stop loss.
 */
export function wrongStops(side: Side, reference: Price, stops: Stops): StopName[] {
  const isWrong = (stop: StopName): boolean => {
    const price = stops[stop];
    return price !== undefined && (standsBelow(side, stop) ? price >= reference : price <= reference);
  };
  return (['stopLoss', 'takeProfit'] as const).filter(isWrong);
}
