/** An order as the money formulas see it. */
import type { Position } from '#domain/contract.ts';
import { decimal, decimalFromNumber, type Lots, ONE, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { productMap } from '../../state/products.ts';

/** Its whole size, or so many lots of it. A pending order counts from the price that it waits for. */
export function positionOf(row: OrderRow, lots: Lots = decimal<Lots>(row.Quantity)): Position {
  const contractNumber = row.ForexContNum || productMap.value.get(row.ForexTradeLists.Id)?.ForexContNum;
  return {
    side: row.OrderType === 1 ? 'buy' : 'sell',
    lots,
    openPrice: decimalFromNumber<Price>(row.Status === 0 ? row.OriginPrice : row.Price) ?? 0n,
    contractNumber: parseDecimal<Ratio>(contractNumber ?? '') ?? ONE,
    marginMode: row.MarginMode === 1 ? 1 : 0,
    quoteRate: parseDecimal<Ratio>(row.QuoteRate) ?? ONE,
  };
}
