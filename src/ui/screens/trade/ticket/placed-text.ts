/** What has just happened to an order, in one sentence. */
import type { Side } from '#domain/contract.ts';
import { formatDecimal, toNumber } from '#domain/decimal.ts';
import { entryPrice, type Order } from '#domain/order.ts';
import { t } from '../../../language/i18n.ts';
import { productMap } from '../../../state/products.ts';
import { priceText } from '../../../text/format.ts';
import type { Ticket } from './ticket.ts';
import { typedLotsText } from './ticket-texts.ts';

/** An order whose answer was late and that is void now (decision D9.481), or that never left for want of a network (D9.495). */
export type Undone = { readonly side: Side; readonly ticket: Ticket };

/** 'Bought 0.10 EUR/USD at 1.08342'; of an order that waits: 'Placed: buy 0.10 EUR/USD at 1.08000'. */
export function placedText(order: Order): string {
  const { showCode: code, pricePrecision: digits } = order.product;
  const isBuy = order.side === 'buy';
  const isWaiting = order.state === 'pending';
  const values = {
    lots: formatDecimal(order.lots, 2),
    code,
    price: priceText(toNumber(entryPrice(order)), digits),
  };
  if (isWaiting) return t(isBuy ? 'ticket:placed.buy' : 'ticket:placed.sell', values);
  return t(isBuy ? 'ticket:filled.bought' : 'ticket:filled.sold', values);
}

/** The same for a narrow place, on the page of its product: 'Bought 0.10', 'Buy 0.10 waits'. */
export function takenText(order: Order): string {
  const values = { lots: formatDecimal(order.lots, 2) };
  const isBuy = order.side === 'buy';
  if (order.state === 'pending') return t(isBuy ? 'ticket:fill.buy-waits' : 'ticket:fill.sell-waits', values);
  return t(isBuy ? 'ticket:fill.bought' : 'ticket:fill.sold', values);
}

/** 'Buy 0.10'; away from the page of its product 'Buy 0.10 EUR/USD'. */
export function sentText({ side, ticket }: Undone, isNamed: boolean): string {
  const code = isNamed ? ` ${productMap.value.get(ticket.productId)?.showCode ?? ''}` : '';
  return t(side === 'buy' ? 'ticket:fill.buy' : 'ticket:fill.sell', { lots: typedLotsText(ticket.lots) + code });
}

/** 'Buy 0.10 EUR/USD was not executed': of one that is void, or that never left. */
export function undoneText({ side, ticket }: Undone): string {
  const code = productMap.value.get(ticket.productId)?.showCode ?? '';
  return t(side === 'buy' ? 'ticket:fill.buy-undone' : 'ticket:fill.sell-undone', { lots: typedLotsText(ticket.lots), code });
}
