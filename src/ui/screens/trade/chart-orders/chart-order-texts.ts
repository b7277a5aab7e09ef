/** Words of an order upon the chart. */
import type { Order } from '#domain/order.ts';
import { t } from '../../../language/i18n.ts';
import { lotsText } from '../../../orders/order-texts.ts';

/** 'Buy 0.10', whether it is held or waits. */
export const orderText = (order: Order): string =>
  t(order.side === 'buy' ? 'chart:line.buy' : 'chart:line.sell', { lots: lotsText(order) });
