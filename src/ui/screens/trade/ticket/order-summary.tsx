import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { useCost } from './order-cost.tsx';
import { priceOf } from './order-side.ts';
import { isLeverageShown } from './ticket.ts';
import type { TicketState } from './ticket-state.ts';
import './ticket-rows.css';

type OrderSummaryProps = { side: Side; product: Product; state: TicketState };

/** What an order would be, in a sentence and its figures, before it is sent: side, lots, price, margin, fee and stops. */
export function OrderSummary({ side, product, state }: OrderSummaryProps) {
  const ticket = state.ticket.value;
  const { margin, fee } = useCost();
  if (!ticket) return null;
  const isPending = ticket.mode === 'pending';
  const values = { lots: ticket.lots, code: product.showCode };
  return (
    <>
      <p class="order-sentence ticket-sentence" data-tone={side === 'buy' ? 'up' : 'down'}>
        {t(side === 'buy' ? 'ticket:ask.buy' : 'ticket:ask.sell', values)}
      </p>
      <dl class="ticket-rows">
        <OrderField label={t(isPending ? 'ticket:order-price' : 'ticket:ask.price')}>{priceOf(product, state)}</OrderField>
        {isLeverageShown(product) && <OrderField label={t('ticket:leverage')}>{`${ticket.leverage}×`}</OrderField>}
        <OrderField label={t('ticket:margin-in')}>{margin}</OrderField>
        <OrderField label={t('ticket:fee')}>{fee}</OrderField>
        <OrderField label={t('ticket:stop-loss')}>{ticket.stopLoss ?? t('ticket:off')}</OrderField>
        <OrderField label={t('ticket:take-profit')}>{ticket.takeProfit ?? t('ticket:off')}</OrderField>
      </dl>
    </>
  );
}
