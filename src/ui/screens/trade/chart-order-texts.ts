/** Words of an order upon the chart. */
import type { OrderRow } from '#protocol/rest/forex.ts';
import { numberText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { isPendingRow, sideOfRow } from './chart-order-lines.ts';

/** 'Buy 0.1'; of a pending order 'Buys 0.1'. */
export function orderText(row: OrderRow): string {
  const lots = numberText(row.Quantity);
  const isBuy = sideOfRow(row) === 'buy';
  if (isPendingRow(row)) return t(isBuy ? 'chart:line.waits-buy' : 'chart:line.waits-sell', { lots });
  return t(isBuy ? 'chart:line.buy' : 'chart:line.sell', { lots });
}
