import type { Order } from '#domain/order.ts';
import { t } from '../../../language/i18n.ts';
import { endText, orderPriceText, recordProfitText, stampText } from '../../../orders/order-texts.ts';
import { toneOf } from '../../../text/format.ts';
import { exactAmountText } from '../../../text/money.ts';
import { CardFigure, OrderCard } from './order-card.tsx';

/** An order that is over: read-only. */
export function DoneCard({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const { profit } = order;
  const isCancelled = order.state === 'cancelled';
  return (
    <OrderCard
      order={order}
      onOpen={onOpen}
      aside={
        <span class="num" data-tone={toneOf(profit)}>
          {recordProfitText(profit)}
        </span>
      }
      foot={
        <div class="order-card-end">
          <small class="num">{stampText(order.completedAtMs)}</small>
          <small>{endText(order)}</small>
        </div>
      }
    >
      <CardFigure label={isCancelled ? t('orders:asked-price') : t('orders:open-price')}>
        {orderPriceText(order, isCancelled ? order.askedPrice : order.openPrice)}
      </CardFigure>
      <CardFigure label={t('orders:close-price')}>{orderPriceText(order, isCancelled ? 0 : order.price)}</CardFigure>
      <CardFigure label={t('orders:fee')}>{exactAmountText(order.fee)}</CardFigure>
    </OrderCard>
  );
}
