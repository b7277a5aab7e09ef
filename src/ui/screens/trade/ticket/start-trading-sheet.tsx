import type { Signal } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import type { Sending } from '../visit/begun.ts';
import { StartDoors } from '../visit/start-doors.tsx';
import { begunOrder } from './begun-order.ts';
import { OrderSummary } from './order-summary.tsx';
import type { TicketState } from './ticket-state.ts';

type StartTradingProps = {
  open: Signal<boolean>;
  side: Signal<Side>;
  product: Product;
  state: TicketState;
  /** Where a login leads back to. */
  from: string;
};

/** A visitor's order: how to begin, play money first. On the demo the same order is sent at once; after a login it stands in the ticket again. */
export function StartTradingSheet({ open, side, product, state, from }: StartTradingProps) {
  const begin = () => {
    const ticket = state.ticket.peek();
    const order = { side: side.peek(), seenPrice: quoteOf(product.id).close.peek() };
    return ticket && ((sending?: Sending) => begunOrder.keep(ticket, sending && { ...order, ...sending }));
  };
  return (
    <Sheet open={open} title={t('ticket:start.title')} closeLabel={t('shell:close')}>
      <OrderSummary side={side.value} product={product} state={state} />
      <StartDoors detail={t('ticket:start.detail')} from={from} begin={begin} />
    </Sheet>
  );
}
