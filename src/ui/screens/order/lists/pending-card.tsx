import { useComputed } from '@preact/signals';
import type { Order } from '#domain/order.ts';
import { useWatchRow } from '../../../engine/watch.ts';
import { freshnessOf } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import { useMarketPrice } from '../../../orders/live-numbers.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { distanceText, orderPriceText, shortGoodTillText } from '../../../orders/order-texts.ts';
import { exactAmountText } from '../../../text/money.ts';
import { CardFigure, OrderCard } from './order-card.tsx';

/** An order that waits for its price: how far the market is from it, and what is locked meanwhile. */
export function PendingCard({ order, onAsk }: { order: Order; onAsk: (ask: OrderAsk) => void }) {
  const ref = useWatchRow<HTMLDivElement>(order.product.id);
  const market = useMarketPrice(order);
  const isClosed = freshnessOf(order.product.id) === 'closed';
  const distance = useComputed(() => distanceText(order, market.price.value));
  return (
    <div ref={ref}>
      <OrderCard
        order={order}
        onOpen={() => onAsk('detail')}
        aside={<span class="num">{orderPriceText(order, order.askedPrice)}</span>}
        note={isClosed ? t('orders:market-closed') : undefined}
        foot={
          <div class="order-card-foot" data-columns="2">
            <Button size="short" onClick={() => onAsk('stops')}>
              {t('orders:edit-stops')}
            </Button>
            <Button size="short" onClick={() => onAsk('cancel')}>
              {t('orders:cancel')}
            </Button>
          </div>
        }
      >
        <CardFigure label={t('orders:now')}>{market.text}</CardFigure>
        <span class="order-card-wide">
          <small>{t('orders:distance')}</small>
          <b class="num">{distance}</b>
        </span>
        <CardFigure label={t('orders:locked-margin')}>{exactAmountText(order.margin)}</CardFigure>
        <CardFigure label={t('orders:locked-fee')}>{exactAmountText(order.fee)}</CardFigure>
        <CardFigure label={t('orders:good-till')}>{shortGoodTillText(order)}</CardFigure>
        <CardFigure label={t('orders:stops-short')}>
          {`${orderPriceText(order, order.stopLoss)} / ${orderPriceText(order, order.takeProfit)}`}
        </CardFigure>
      </OrderCard>
    </div>
  );
}
