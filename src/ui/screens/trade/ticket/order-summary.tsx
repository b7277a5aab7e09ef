import { useComputed } from '@preact/signals';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { quoteOf } from '../../../state/quotes.ts';
import { goodTillText } from './good-till-text.ts';
import { nightCostText, nightOrder } from './night-texts.ts';
import { useCost } from './order-cost.tsx';
import { priceOf } from './order-side.ts';
import { isLeverageShown } from './ticket.ts';
import type { TicketState } from './ticket-state.ts';
import { typedLotsText } from './ticket-texts.ts';
import { useFarText } from './use-far-text.ts';
import './ticket-rows.css';

type OrderSummaryProps = { side: Side; product: Product; state: TicketState };

/** What an order would be, in a sentence and its figures, before it is sent: side, lots, price, margin, fee, night and stops. */
export function OrderSummary({ side, product, state }: OrderSummaryProps) {
  const ticket = state.ticket.value;
  const { margin, fee } = useCost();
  const night = useComputed(() =>
    nightCostText(nightOrder(state.ticket.value, product, side, quoteOf(product.id).close.value), Date.now()),
  );
  const far = useFarText(product, state, 'orderPrice').value;
  if (!ticket) return null;
  const isPending = ticket.mode === 'pending';
  const values = { lots: typedLotsText(ticket.lots), code: product.showCode };
  return (
    <>
      <p class="order-sentence ticket-sentence" data-tone={side === 'buy' ? 'up' : 'down'}>
        {t(side === 'buy' ? 'ticket:ask.buy' : 'ticket:ask.sell', values)}
      </p>
      <dl class="ticket-rows">
        <OrderField label={t(isPending ? 'ticket:order-price' : 'ticket:ask.price')}>{priceOf(product, state)}</OrderField>
        {isPending && <OrderField label={t('ticket:good-till')}>{goodTillText(ticket.goodTill)}</OrderField>}
        {isLeverageShown(product) && <OrderField label={t('ticket:leverage')}>{`${ticket.leverage}×`}</OrderField>}
        <OrderField label={t('ticket:margin-in')}>{margin}</OrderField>
        <OrderField label={t('ticket:fee')}>{fee}</OrderField>
        <OrderField label={t('ticket:night')}>{night}</OrderField>
        <OrderField label={t('ticket:stop-loss')}>{ticket.stopLoss ?? t('ticket:off')}</OrderField>
        <OrderField label={t('ticket:take-profit')}>{ticket.takeProfit ?? t('ticket:off')}</OrderField>
      </dl>
      {far && <p class="ticket-far">{far}</p>}
    </>
  );
}
