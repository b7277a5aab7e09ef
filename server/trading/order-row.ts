/** A stored order as the wire shows it (specification S1 section 3; decisions D1.3.05 to D1.3.09). */
import { formatDecimal, type Price, toNumber } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { Product } from '../catalogue/catalogue.ts';
import { ORDER_STATUS, type OrderRecord } from '../repositories/order-repository.ts';
import { profitAt } from './valuation.ts';

/** `YYYY-MM-DD HH:mm:ss` in GMT; '' for 0. */
const stamp = (timeMs: number): string => (timeMs === 0 ? '' : new Date(timeMs).toISOString().slice(0, 19).replace('T', ' '));

/** `newest`: price of the product now; only a live order looks at it. */
export function orderRow(order: OrderRecord, product: Product | undefined, newest: Price | undefined): OrderRow {
  const isHeld = order.status === ORDER_STATUS.holding;
  const isPending = order.status === ORDER_STATUS.pending;
  const updatePrice = isHeld || isPending ? (newest ?? order.open_price) : order.close_price;
  return {
    Id: order.id,
    OriginId: order.origin_id,
    Status: order.status,
    OrderType: order.side === 'buy' ? 1 : 2,
    Quantity: formatDecimal(order.lots),
    OriginPrice: toNumber(order.asked_price),
    Price: toNumber(order.open_price),
    UpdatePrice: toNumber(updatePrice),
    FactProfits: formatDecimal(isHeld ? profitAt(order, updatePrice) : order.profit),
    // The margin held now: a closed order holds none.
    CautionMoney: formatDecimal(isHeld || isPending ? order.margin : 0n),
    TradeFee: formatDecimal(order.fee),
    TargetLossPrice: toNumber(order.stop_loss),
    TargetProfitPrice: toNumber(order.take_profit),
    CreateTimeHandler: stamp(order.created_at),
    CompleteTimeHandler: stamp(order.completed_at),
    ForexTradeLists: {
      Id: order.product_id,
      Code: product?.code ?? '',
      ShowCode: product?.showCode ?? '',
      PricePrecision: product?.pricePrecision ?? 0,
    },
    Multiple: order.leverage,
    MarginMode: order.margin_mode,
    ForexContNum: formatDecimal(order.contract_number),
    QuoteRate: formatDecimal(order.quote_rate),
    FollowType: order.follow_type,
    ParentId: order.parent_id,
    Seq: order.open_seq,
    CloseSeq: order.close_seq,
    CloseReason: order.close_reason,
  };
}
