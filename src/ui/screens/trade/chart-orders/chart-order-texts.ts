/** Words of an order upon the chart. */
import { formatDecimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { t } from '../../../language/i18n.ts';
import { numberText } from '../../../text/format.ts';

/** 'Buy 0.1'; of a pending order 'Buys 0.1'. */
export function orderText(order: Order): string {
  const lots = numberText(formatDecimal(order.lots));
  const isBuy = order.side === 'buy';
  if (order.state === 'pending') return t(isBuy ? 'chart:line.waits-buy' : 'chart:line.waits-sell', { lots });
  return t(isBuy ? 'chart:line.buy' : 'chart:line.sell', { lots });
}
