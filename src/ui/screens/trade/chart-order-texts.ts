/** Words of an order upon the chart. */
import type { OrderRow } from '#protocol/rest/forex.ts';
import { numberText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { isPendingRow, sideOfRow } from './chart-order-lines.ts';

/** 'Buy 0.1'; of a pending order 'Buys 0.1'. */
export function orderText(row: OrderRow): string {
  const lots = numberText(row.Quantity);
  const isBuy = sideOfRow(row) === 'buy';
  if (isPendingRow(row)) return t(isBuy ? 'trade:chart.line.waits-buy' : 'trade:chart.line.waits-sell', { lots });
  return t(isBuy ? 'trade:chart.line.buy' : 'trade:chart.line.sell', { lots });
}
