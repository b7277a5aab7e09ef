/** Words of an order upon the chart. */
import { formatDecimal } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { t } from '../../../language/i18n.ts';
import { numberText } from '../../../text/format.ts';

/** 'Buy 0.1', whether it is held or waits. */
export const orderText = (order: Order): string =>
  t(order.side === 'buy' ? 'chart:line.buy' : 'chart:line.sell', { lots: numberText(formatDecimal(order.lots)) });
