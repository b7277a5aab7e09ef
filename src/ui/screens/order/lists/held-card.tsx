import type { Order } from '#domain/order.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { freshnessOf } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { PriceText } from '../../../kit/price-text.tsx';
import { t } from '../../../language/i18n.ts';
import { useLiveNumbers } from '../../../orders/live-numbers.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { orderPriceText, shortStampText } from '../../../orders/order-texts.ts';
import { exactAmountText } from '../../../text/money.ts';
import { CardFigure, OrderCard } from './order-card.tsx';

/** An open position: price now and profit move with every tick. */
export function HeldCard({ order, onAsk }: { order: Order; onAsk: (ask: OrderAsk) => void }) {
  const ref = useWatchRow<HTMLDivElement>(order.product.id);
  const live = useLiveNumbers(order);
  const isClosed = freshnessOf(order.product.id) === 'closed';
  return (
    <div ref={ref}>
      <OrderCard
        order={order}
        onOpen={() => onAsk('detail')}
        aside={<PriceText text={live.profitText} tone={live.tone} />}
        note={isClosed ? t('orders:market-closed') : undefined}
        foot={
          <div class="order-card-foot" data-columns="3">
            <Button size="short" onClick={() => onAsk('stops')}>
              {t('orders:edit-stops')}
            </Button>
            <Button size="short" onClick={() => onAsk('part')}>
              {t('orders:part')}
            </Button>
            <Button size="short" kind="primary" onClick={() => onAsk('close')}>
              {t('orders:close')}
            </Button>
          </div>
        }
      >
        <CardFigure label={t('orders:open-price')}>{orderPriceText(order, order.openPrice)}</CardFigure>
        <CardFigure label={t('orders:now')}>{live.priceText}</CardFigure>
        <CardFigure label={t('orders:margin')}>{exactAmountText(order.margin)}</CardFigure>
        <CardFigure label={t('orders:stop-loss')}>{orderPriceText(order, order.stopLoss)}</CardFigure>
        <CardFigure label={t('orders:take-profit')}>{orderPriceText(order, order.takeProfit)}</CardFigure>
        <CardFigure label={t('orders:opened')}>{shortStampText(order.createdAtMs)}</CardFigure>
      </OrderCard>
    </div>
  );
}
