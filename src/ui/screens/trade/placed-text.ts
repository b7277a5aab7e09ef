/** What has just happened to an order, in one sentence. */
import { decimal, formatDecimal, type Lots } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { priceText } from '../../format.ts';
import { t } from '../../i18n.ts';

/** 'Bought 0.10 EUR/USD at 1.08342'; of an order that waits: 'Placed: buy 0.10 EUR/USD at 1.08000'. */
export function placedText(order: OrderRow): string {
  const { ShowCode: code, PricePrecision: digits } = order.ForexTradeLists;
  const isBuy = order.OrderType === 1;
  const isWaiting = order.Status === 0;
  const values = {
    lots: formatDecimal(decimal<Lots>(order.Quantity), 2),
    code,
    price: priceText(isWaiting ? order.OriginPrice : order.Price, digits),
  };
  if (isWaiting) return t(isBuy ? 'ticket:placed.buy' : 'ticket:placed.sell', values);
  return t(isBuy ? 'ticket:filled.bought' : 'ticket:filled.sold', values);
}
