/** A stored order at a moment, as the person is shown it. */
import type { Price } from '#domain/decimal.ts';
import { isLive, type Order } from '#domain/order.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import { profitAt } from '../orders/valuation.ts';

/** `newest`: price of the product now; only a live order looks at it. Written out: a copy of all fields takes several times as long. */
export function shownOrder(order: StoredOrder, product: Product | undefined, newest: Price | undefined): Order {
  const price = isLive(order) ? (newest ?? order.openPrice) : order.closePrice;
  return {
    id: order.id,
    originId: order.originId,
    parentId: order.parentId,
    followType: order.followType,
    state: order.state,
    side: order.side,
    lots: order.lots,
    askedPrice: order.askedPrice,
    openPrice: order.openPrice,
    stopLoss: order.stopLoss,
    takeProfit: order.takeProfit,
    // The margin held now: a closed order holds none.
    margin: isLive(order) ? order.margin : 0n,
    fee: order.fee,
    profit: order.state === 'holding' ? profitAt(order, price) : order.profit,
    financing: order.financing,
    leverage: order.leverage,
    marginMode: order.marginMode,
    contractNumber: order.contractNumber,
    quoteRate: order.quoteRate,
    openSeq: order.openSeq,
    closeSeq: order.closeSeq,
    goodTillMs: order.goodTillMs,
    end: order.end,
    createdAtMs: order.createdAtMs,
    completedAtMs: order.completedAtMs,
    product: {
      id: order.productId,
      code: product?.code ?? '',
      showCode: product?.showCode ?? '',
      pricePrecision: product?.pricePrecision ?? 0,
    },
    price,
  };
}
