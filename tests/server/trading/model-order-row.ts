/** An order of the model, and a row of the table, as the same plain words: what both must agree on. */
import type { Selectable } from 'kysely';
import { formatDecimal } from '#domain/decimal.ts';
import type { Database } from '#server/database/schema.ts';
import type { ModelOrder } from './model-books.ts';

export const plainOrder = (order: ModelOrder) => ({
  ...{ id: order.id, status: order.status, product: order.product.id, sign: order.sign, lots: order.lots.toFixed() },
  ...{ target: order.target.toFixed(), open: order.open.toFixed(), close: order.close.toFixed(), margin: order.margin.toFixed() },
  ...{ fee: order.fee.toFixed(), profit: order.profit.toFixed(), stopLoss: order.stopLoss.toFixed() },
  ...{ takeProfit: order.takeProfit.toFixed(), trigger: order.trigger, openSeq: order.openSeq, closeSeq: order.closeSeq },
  ...{ reason: order.reason, parent: order.parent },
});

export const plainRow = (row: Selectable<Database['trade_order']>) => ({
  id: row.id,
  status: row.status,
  product: row.product_id,
  sign: row.side === 'buy' ? 1 : -1,
  lots: formatDecimal(row.lots),
  target: formatDecimal(row.asked_price),
  open: formatDecimal(row.open_price),
  close: formatDecimal(row.close_price),
  margin: formatDecimal(row.margin),
  fee: formatDecimal(row.fee),
  profit: formatDecimal(row.profit),
  stopLoss: formatDecimal(row.stop_loss),
  takeProfit: formatDecimal(row.take_profit),
  trigger: row.trigger_side,
  openSeq: row.open_seq,
  closeSeq: row.close_seq,
  reason: row.close_reason,
  parent: row.parent_id,
});
